import type { Tx } from "~/platform/db.server";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { Refusal } from "~/platform/refusal";
import { M } from "~/staff/messages";
import { type AdminAct, lockUser } from "./lock-user.server";

/**
 * Holds the right to give money to a tenant, as for an adjustment: not to their own, not to a closed account, and
 * not while their own address changes. Refuses with M98 and M197.
 */
export async function lockGiver(tx: Tx, given: Omit<AdminAct, "userId"> & { tenantId: number }): Promise<void> {
  const [owner] = await tx.query<{ userId: number }>(
    `select user_id as "userId" from member where tenant_id = $1 and role = 'owner'`,
    [given.tenantId],
  );
  if (!owner) throw new Refusal(M.notFound, { status: 404 });
  const { state } = await lockUser(tx, { ...given, userId: owner.userId }, "refunds.give");
  await refuseWhileAddressMoves(tx, given.actorId, given.now);
  if (state === "closed") throw new Refusal("This account is closed.");
}
