import { type Tx, transaction } from "~/db.server";
import { ownedTenants } from "~/domain/accounts/teams/owned-tenants.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { type AdminAct, lockUser } from "./lock-user.server";
import { writeAudit } from "~/domain/audit/write-audit.server";
import { addCredit } from "~/domain/billing/add-credit.server";
import { readStanding, type Standing } from "~/domain/billing/read-standing.server";
import { takeMoney } from "~/domain/billing/take-money.server";
import { asUnits, type Cents, centsToUnits } from "~/domain/billing/units";

interface Adjustment extends AdminAct {
  /** Of the tenants that the user owns (16.1). */
  tenantId: number;
  /** More than 0 gives, less than 0 takes; what the balance does not cover is owed from then on (B5). */
  cents: Cents;
  /** The customer reads it in their movements. */
  reason: string;
  /** Of the form that was filled in: sent twice, it counts once. */
  formKey: string;
}

/**
 * Gives a tenant money, or takes it, in an admin's name (2.5). Refuses with M98, and for a closed account.
 * @returns how the tenant stands afterwards, and whether it was done now; false when this form had done it before.
 */
export async function adjustBalance(given: Adjustment): Promise<{ done: boolean; standing: Standing }> {
  const { now } = given;
  return await transaction(async (tx) => {
    const { tenantId } = given;
    const { state } = await lockUser(tx, given);
    if (!(await ownedTenants(tx, given.userId)).includes(tenantId)) throw new Refusal(M.notFound, { status: 404 });
    if (state === "closed") throw new Refusal("This account is closed.");
    const key = `adjustment:${given.formKey}`;
    // Whoever holds the user's row is alone with it: nobody posts this key in between.
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
