import type { JobRow } from "~/domain/tasks/list-jobs.server";
import { type Fact, Facts } from "~/ui/facts";
import { formatCents, formatGpus } from "~/ui/format";
import { AGENT_LABELS, NETWORK_LABELS } from "~/ui/labels";
import { Time } from "~/ui/time";
import { useRootData } from "~/ui/use-root-data";
import { CostSoFar, Uptime } from "../charge";

interface TaskFactsProps {
  job: JobRow;
  loaded: { image: string; exitCode: number | null };
}

/** All there is to say about one task. */
export function TaskFacts({ job, loaded }: TaskFactsProps) {
  const inTeam = useRootData()?.viewer?.inTeam ?? false;
  const facts: (Fact | null)[] = [
    { label: "GPUs", value: formatGpus(job.gpus || job.gpus_min, job.gpu_type) },
    { label: "Cluster", value: job.cluster_name },
    { label: "Image", value: loaded.image },
    { label: "Network", value: NETWORK_LABELS[job.network] },
    { label: "Agent", value: AGENT_LABELS[job.agent] },
    job.idle_minutes === 0
      ? null
      : { label: "Watchdog stops after", value: `${job.idle_minutes} minutes of idle GPUs` },
    inTeam && job.started_by !== null ? { label: "Started by", value: job.started_by } : null,
    inTeam && job.stopped_by !== null ? { label: "Stopped by", value: job.stopped_by } : null,
    { label: "Accepted", value: <Time epochSeconds={job.ts_scheduled} /> },
    job.ts_finished === 0 ? null : { label: "Ended", value: <Time epochSeconds={job.ts_finished} /> },
    { label: "Uptime", value: <Uptime job={job} /> },
    { label: "Price per hour", value: formatCents(job.pph) },
    { label: "Charged so far", value: <CostSoFar job={job} /> },
    job.state !== "finished" || job.reason === "" ? null : { label: "Reason", value: job.reason },
    loaded.exitCode === null ? null : { label: "Exit code", value: loaded.exitCode },
    {
      label: "Task ID",
      long: true,
      value: <span className="font-mono text-xs break-all">{job.resv_guid}</span>,
    },
  ];
  return <Facts facts={facts.filter((fact) => fact !== null)} />;
}
