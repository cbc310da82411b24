import type { Tx } from "~/platform/db.server";
import { covers } from "~/money/cover";
import { type LimitFunds, readLimitFunds } from "~/money/limit-funds.server";
import { limitUsed } from "~/compute/inside/limit-refusals";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import type { AcceptedTask } from "./insert-task.server";

/** Returns the refusal of the limit that does not cover a task at this price (16.8, 16.11). */
export async function usedLimit(tx: Tx, task: AcceptedTask, pphCents: number): Promise<Refusal> {
  const limits = await readLimits(tx, task);
  const used = limits.find((funds) => !covers(funds, pphCents));
  return used ? limitUsed(used) : new Refusal(M.busy, { retcode: "FAILED" });
}

/**
 * Refuses to queue a task that cannot be placed in this period, because a limit is used up. @throws Refusal M183, M430,
 * M431.
 */
export async function refuseUsedLimit(tx: Tx, task: AcceptedTask): Promise<void> {
  const used = (await readLimits(tx, task)).find(({ availableUnits }) => availableUnits <= 0n);
  if (used) throw limitUsed(used);
}

async function readLimits(tx: Tx, { tenantId, userId, keyLineId, now }: AcceptedTask): Promise<LimitFunds[]> {
  return [...(await readLimitFunds(tx, [{ tenantId, userId, keyLineId }], now)).values()];
}
