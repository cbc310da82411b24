import type { NodePlans } from "~/fleet/inside/nodes/read-plans.server";

const DAYS = 28;
const DAY_S = 86_400;
/** Rows of the strip; the list has everything. */
const ROWS_MAX = 40;

/** Numbers of nodes with planned work on each of 28 days, UTC, for each cluster and rack. */
export interface Strip {
  /** Starts of the days, in epoch seconds. */
  days: number[];
  rows: { name: string; counts: number[] }[];
  /** Racks that the strip has no room for. */
  more: number;
}

export function stripOf(plans: readonly NodePlans[], now: Date): Strip {
  const todayTs = Math.floor(now.getTime() / 1000 / DAY_S) * DAY_S;
  const days = Array.from({ length: DAYS }, (_, day) => todayTs + day * DAY_S);
  const byPlace = new Map<string, number[]>();
  for (const plan of plans) {
    const name = plan.rack === "" ? plan.cluster_name : `${plan.cluster_name} · Rack ${plan.rack}`;
    const counts = byPlace.get(name) ?? days.map(() => 0);
    byPlace.set(name, counts);
    days.forEach((day, at) => {
      if (isPlanned(plan, day, todayTs)) counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  const rows = [...byPlace]
    .map(([name, counts]) => ({ name, counts }))
    .sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
  return { days, rows: rows.slice(0, ROWS_MAX), more: Math.max(0, rows.length - ROWS_MAX) };
}

/** Checks for planned work on a day. A drain lasts from today to its date, and at least for today. */
function isPlanned({ empty_by_ts, from_ts, to_ts, open, rolling }: NodePlans, day: number, todayTs: number): boolean {
  const drained = Math.max(empty_by_ts ?? 0, rolling?.empty_by_ts ?? 0);
  if (drained > 0 && day <= Math.max(drained, todayTs)) return true;
  if (from_ts === null) return false;
  const begins = open ? todayTs : from_ts;
  return begins < day + DAY_S && (to_ts === null || Math.max(to_ts, todayTs) >= day);
}
