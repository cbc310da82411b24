import type { JobRow } from "~/domain/tasks/list-jobs.server";
import { formatCents, formatUptime } from "~/ui/format";
import { useCharge } from "~/ui/money";

type Charged = Pick<JobRow, "resv_guid" | "ts_finished" | "pph" | "uptime">;

/** Charged seconds so far; those of a running task tick. */
export function Uptime({ job }: { job: Charged }) {
  return <>{formatUptime(useCharge(job).seconds)}</>;
}

/** What they cost. */
export function CostSoFar({ job }: { job: Charged }) {
  return <>{formatCents(useCharge(job).cents)}</>;
}
