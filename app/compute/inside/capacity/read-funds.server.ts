import type { Tx } from "~/platform/db.server";
import { readLimitFunds } from "~/money/limit-funds.server";
import { readAvailable } from "~/money/read-available.server";
import { FundsLeft } from "./funds";
import type { WaitingTask } from "./waiting-task";

/**
 * Reads the money of these tasks' tenants, and the limits of their starters and keys (S12, 16.8, 16.11). Every task that holds GPUs counts, charged
 * already or not: two tasks started in the same minute must not both be covered by the same money.
 */
export async function readFunds(tx: Tx, tasks: readonly WaitingTask[], now: Date): Promise<FundsLeft> {
  const tenantIds = [...new Set(tasks.map((task) => task.tenantId))];
  const starters = tasks.map(({ tenantId, startedBy = null, keyLineId }) => ({
    tenantId,
    userId: startedBy,
    keyLineId,
  }));
  return new FundsLeft(
    tenantIds.length ? await readAvailable(tx, tenantIds, now) : new Map(),
    await readLimitFunds(tx, starters, now),
  );
}
