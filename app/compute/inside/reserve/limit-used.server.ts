import type { Tx } from "~/platform/db.server";
import { memberKey } from "~/money/member-key";
import { readMemberFunds } from "~/money/member-funds.server";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import type { AcceptedTask } from "./insert-task.server";

/** Returns the limit of a member that does not cover the task that they start (16.8). */
export async function limitUsed(tx: Tx, { tenantId, userId, now }: AcceptedTask): Promise<Refusal> {
  const funds = await readMemberFunds(tx, [{ tenantId, userId }], now);
  const cents = funds.get(memberKey(tenantId, userId))?.limitCents ?? 0;
  return new Refusal(M.memberLimitUsed({ dollars: `$${(cents / 100).toFixed(2)}` }));
}

/** Refuses to queue what could never be placed in this month: a limit that is used up. @throws Refusal M183. */
export async function refuseUsedLimit(tx: Tx, task: AcceptedTask): Promise<void> {
  const { tenantId, userId, now } = task;
  const funds = (await readMemberFunds(tx, [{ tenantId, userId }], now)).get(memberKey(tenantId, userId));
  if (funds && funds.availableUnits <= 0n) throw await limitUsed(tx, task);
}
