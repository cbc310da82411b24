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

/**
 * Builds the cells for uptime and cost in a list. A finished task no longer changes and needs no component (decision
 * 0415).
 */
export function chargeCells(job: Charged): { uptime: ReactNode; cost: ReactNode } {
  if (job.ts_finished === 0) return { uptime: <Uptime job={job} />, cost: <CostSoFar job={job} /> };
  return { uptime: formatUptime(job.uptime), cost: formatCents(costCents({ pph: job.pph, seconds: job.uptime })) };
}

export function CostSoFar({ job }: { job: Charged }) {
  return <>{formatCents(useCharge(job).cents)}</>;
}
