import type { Tx } from "~/platform/db.server";
import { readMemberFunds } from "~/money/member-funds.server";
import { readAvailable } from "~/money/read-available.server";
import { FundsLeft } from "./funds";
import type { WaitingTask } from "./waiting-task";

/**
 * Reads the money of these tasks' tenants and of their starters (S12, 16.8). Every task that holds GPUs counts, charged
 * already or not: two tasks started in the same minute must not both be covered by the same money.
 */
export async function readFunds(tx: Tx, tasks: readonly WaitingTask[], now: Date): Promise<FundsLeft> {
  const tenantIds = [...new Set(tasks.map((task) => task.tenantId))];
  const starters = tasks.flatMap(({ tenantId, startedBy }) => (startedBy ? [{ tenantId, userId: startedBy }] : []));
  return new FundsLeft(
    tenantIds.length ? await readAvailable(tx, tenantIds, now) : new Map(),
    await readMemberFunds(tx, starters, now),
  );
}
