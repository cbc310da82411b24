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
    max_seconds: String(job.max_seconds),
    ...(job.max_dollars === 0 ? {} : { max_dollars: String(job.max_dollars) }),
    ...(job.idle_minutes === 0 ? {} : { idle_minutes: String(job.idle_minutes) }),
  });
  return `/rent?${search.toString()}`;
}
