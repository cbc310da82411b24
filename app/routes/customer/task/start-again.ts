import type { JobRow } from "~/domain/tasks/list-jobs.server";

/** The reservation form with the choice of a task that was there before (2.4). */
export function startAgainPath(job: JobRow, tenantImage: string): string {
  const search = new URLSearchParams({
    new: "1",
    task_name: job.task_name,
    row: `${job.cluster_name}:${job.gpu_type}`,
    tenant_image: tenantImage,
    gpu_min: String(job.gpus_min),
    network: job.network,
    agent: job.agent,
  });
  return `/rent?${search.toString()}`;
}
