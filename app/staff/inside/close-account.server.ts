import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { transaction } from "~/platform/db.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { writeAudit } from "~/platform/write-audit.server";
import { Refusal } from "~/platform/refusal";
import { endVolumes } from "~/compute/end-volumes.server";
import { closingHindrance, endAccount, type Hindrance } from "./end-account.server";
import { type AdminAct, lockUser } from "./lock-user.server";

const WHY: Record<Hindrance["kind"], string> = {
  tasks: "Stop this account's tasks first: some are unfinished.",
  "top-up": "Please wait for its open top-ups first: one of them may still be paid.",
  refund: "Please wait for its refunds to cards first: one is still on its way.",
  subscription: "Please wait for its subscription first: the first payment may still be made.",
  invoice: "Settle its invoices by bank transfer first: one is credited and not paid, or paid in part.",
  surplus: "Send back first what came beyond its invoices, and record that on them.",
  balance: "The balance must be $0.00 before an account is closed.",
  debt: "The balance must be $0.00 before an account is closed.",
};

/**
 * Closes an account permanently (6.7). Its address is free again; keys, sessions and webhooks of all its tenants end,
 * and so do its memberships. The ledger stays. Refuses with M98 and M197, and while there is an unfinished task, a
 * balance or a debt.
 */
export async function closeAccount(given: AdminAct): Promise<void> {
  const { actorId, userId, requestId, now } = given;
  await transaction(async (tx) => {
    const user = await lockUser(tx, given, "access.act");
    await refuseWhileAddressMoves(tx, actorId, now);
    if (user.state === "closed") throw new Refusal("This account is already closed.");
    const tenantIds = await ownedTenants(tx, userId);
    const hindrance = await closingHindrance(tx, { tenantIds, now });
    if (hindrance) throw new Refusal(WHY[hindrance.kind]);
    await endVolumes(tx, { tenantIds, now });
    await endAccount(tx, { userId, tenantIds, actorId, requestId, now });
    await writeAudit(
      {
        userId: actorId,
        action: "user.close",
        target: `user:${userId}`,
        tenantId: user.tenantId,
        before: { state: user.state },
        after: { state: "closed" },
        requestId,
        now,
      },
      tx,
    );
  });
}
