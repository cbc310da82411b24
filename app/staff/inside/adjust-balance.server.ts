import { type Tx, transaction } from "~/platform/db.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { type AdminAct, lockUser } from "./lock-user.server";
import { writeAudit } from "~/platform/write-audit.server";
import { addCredit } from "~/money/add-credit.server";
import { readStanding, type Standing } from "~/money/read-standing.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits, type Cents, centsToUnits } from "~/money/units";

interface Adjustment extends AdminAct {
  /** One of the tenants that the user owns (16.1). */
  tenantId: number;
  /** Above 0 is a credit, below 0 a debit; the part beyond the balance becomes debt (B5). */
  cents: Cents;
  /** The customer reads it in their movements. */
  reason: string;
  /** Key from the form: sent twice, it counts once. */
  formKey: string;
}

/**
 * Credits or debits a tenant as an admin (2.5). Refuses with M98 and M197, and for a closed account.
 * @returns the tenant's balance, and whether it was done now; false if this form had done it before.
 */
export async function adjustBalance(given: Adjustment): Promise<{ done: boolean; standing: Standing }> {
  const { now } = given;
  return await transaction(async (tx) => {
    const { tenantId } = given;
    const { state } = await lockUser(tx, given, "money.act");
    await refuseWhileAddressMoves(tx, given.actorId, now);
    if (!(await ownedTenants(tx, given.userId)).includes(tenantId)) throw new Refusal(M.notFound, { status: 404 });
    if (state === "closed") throw new Refusal("This account is closed.");
    const key = `adjustment:${given.formKey}`;
    // The user's lock excludes a concurrent posting of this key.
    const [before] = await tx.query(`select from ledger_transaction where key = $1`, [key]);
    if (before) return { done: false, standing: await readStanding({ tenantId, now }, tx) };
    await post(tx, { ...given, key });
    return { done: true, standing: await readStanding({ tenantId, now }, tx) };
  });
}

async function post(tx: Tx, given: Adjustment & { key: string }): Promise<void> {
  const { tenantId, key, cents, reason, actorId, userId, requestId, now } = given;
  const common = { tenantId, kind: "adjustment", key, description: `Adjustment: ${reason}`, now } as const;
  const units = centsToUnits(cents);
  if (units > 0n) await addCredit(tx, { ...common, units, from: "adjustment" });
  else await takeMoney(tx, { ...common, units: asUnits(-units), to: "adjustment" });
  const audit = { userId: actorId, action: "balance.adjust", target: `user:${userId}`, tenantId, requestId, now };
  await writeAudit({ ...audit, reason, after: { cents: Number(cents), reason } }, tx);
}
