import type { JobRow } from "~/compute/list-jobs.server";
import { type Fact, Facts } from "~/platform/ui/facts";
import { formatCents, formatGpus } from "~/platform/ui/format";
import { AGENT_LABELS, NETWORK_LABELS } from "~/platform/ui/labels";
import { Time } from "~/platform/ui/time";
import { useRootData } from "~/platform/ui/use-root-data";
import { CostSoFar, Uptime } from "~/payments/views/charge";
import { watchdogFact } from "../reservation/fields";
import type { LoadedTask } from "./load-task.server";

interface TaskFactsProps {
  job: JobRow;
  loaded: Pick<LoadedTask, "image" | "templateName" | "volumes" | "exitCode" | "givenBackCents">;
}

export function TaskFacts({ job, loaded }: TaskFactsProps) {
  const inTeam = useRootData()?.viewer?.inTeam ?? false;
  const facts: (Fact | null)[] = [
    { label: "GPUs", value: formatGpus(job.gpus || job.gpus_min, job.gpu_type) },
    { label: "Cluster", value: job.cluster_name },
    // A reference is longer than a name of the catalogue.
    { label: "Image", value: loaded.image, long: loaded.image.includes("/") },
    loaded.templateName === "" ? null : { label: "Template", value: loaded.templateName },
    { label: "Network", value: NETWORK_LABELS[job.network] },
    { label: "Agent", value: AGENT_LABELS[job.agent] },
    watchdogFact(job),
    inTeam && job.started_by !== null ? { label: "Started by", value: job.started_by } : null,
    inTeam && job.stopped_by !== null ? { label: "Stopped by", value: job.stopped_by } : null,
    { label: "Accepted", value: <Time epochSeconds={job.ts_scheduled} /> },
    job.ts_finished === 0 ? null : { label: "Ended", value: <Time epochSeconds={job.ts_finished} /> },
    { label: "Uptime", value: <Uptime job={job} /> },
    { label: "Price per hour", value: formatCents(job.pph) },
    { label: "Charged so far", value: <CostSoFar job={job} /> },
    loaded.givenBackCents === 0 ? null : { label: "Given back", value: formatCents(loaded.givenBackCents) },
    job.state !== "finished" || job.reason === "" ? null : { label: "Reason", value: job.reason },
    loaded.exitCode === null ? null : { label: "Exit code", value: loaded.exitCode },
    ...loaded.volumes.map(({ name, path, readOnly }) => ({
      label: "Volume",
      id: path,
      long: true,
      value: `${name} at ${path}${readOnly ? ", read only" : ""}`,
    })),
    {
      label: "Task ID",
      long: true,
      value: <span className="font-mono text-xs break-all">{job.resv_guid}</span>,
    },
  ];
  return <Facts facts={facts.filter((fact) => fact !== null)} />;
}
