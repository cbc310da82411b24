import { readFree } from "~/domain/capacity/read-free.server";
import { readScheduled } from "~/domain/capacity/read-scheduled.server";
import { countMarketing } from "~/domain/marketing/count-marketing.server";
import { type CheckRow, readChecks } from "~/domain/reconcile/read-checks.server";
import { countCustomers } from "~/domain/users/count-users.server";
import { countFleet } from "../nodes/fleet-counts";
import { readFleet } from "../nodes/read-fleet.server";

/** One line about the present state of a screen, by the screen's address. `loud` asks for a look. */
export type Overview = Record<string, { text: string; loud: boolean }>;

export async function readOverview({ now }: { now: Date }): Promise<Overview> {
  const [fleet, scheduled, free, checks, marketing, customers] = await Promise.all([
    readFleet({ now }),
    readScheduled({ now }),
    readFree({ now }),
    readChecks(),
    countMarketing({ now }),
    countCustomers(),
  ]);
  const { nodes, attention } = countFleet(fleet);
  const waiting = Object.values(scheduled).reduce((sum, queue) => sum + queue.length, 0);
  const gpus = free.reduce((sum, row) => sum + row.free_gpus + row.free_fragmented_gpus, 0);
  return {
    "/dashboard/nodes": {
      text: attention > 0 ? `${attention} of ${nodes} need attention` : `${nodes} nodes, all well`,
      loud: attention > 0,
    },
    "/dashboard/scheduled": { text: waiting === 1 ? "1 task waits" : `${waiting} tasks wait`, loud: false },
    "/dashboard/money": moneyOf(checks),
    "/dashboard/users": {
      text: `${customers.pro.toLocaleString("en-US")} PRO, ${customers.free.toLocaleString("en-US")} FREE`,
      loud: false,
    },
    "/dashboard/marketing": {
      text: `${marketing.codes} ${marketing.codes === 1 ? "code" : "codes"}, ${marketing.trials} on trial`,
      loud: false,
    },
    "/dashboard/free": { text: `${gpus} GPUs free`, loud: false },
  };
}

function moneyOf(checks: CheckRow[]): Overview[string] {
  const open = checks.reduce((sum, check) => sum + check.open, 0);
  if (open > 0) return { text: open === 1 ? "1 difference" : `${open} differences`, loud: true };
  if (checks.some(({ state }) => state === "failed")) return { text: "A check failed", loud: true };
  if (checks.some(({ state }) => state === "refused")) return { text: "Provider refuses our key", loud: true };
  if (checks.some(({ state }) => state === "silent")) return { text: "Provider silent", loud: true };
  if (checks.some(({ state }) => state === "unchecked")) return { text: "Not checked yet", loud: false };
  return { text: "Everything adds up", loud: false };
}
