import type { ReactNode } from "react";
import { costCents } from "~/money/shown-money";
import type { JobRow } from "~/compute/list-jobs.server";
import { formatCents, formatUptime } from "~/platform/ui/format";
import { useCharge } from "~/platform/ui/money";

type Charged = Pick<JobRow, "resv_guid" | "ts_finished" | "pph" | "uptime">;

/** Charged seconds so far; those of a running task tick. */
export function Uptime({ job }: { job: Charged }) {
  return <>{formatUptime(useCharge(job).seconds)}</>;
}

/** Uptime and cost in a row of a list: what has ended changes no more, and needs no component each (decision 0415). */
export function chargeCells(job: Charged): { uptime: ReactNode; cost: ReactNode } {
  if (job.ts_finished === 0) return { uptime: <Uptime job={job} />, cost: <CostSoFar job={job} /> };
  return { uptime: formatUptime(job.uptime), cost: formatCents(costCents({ pph: job.pph, seconds: job.uptime })) };
}

/** What they cost. */
export function CostSoFar({ job }: { job: Charged }) {
  return <>{formatCents(useCharge(job).cents)}</>;
}
