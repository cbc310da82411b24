import { type Tx, transaction } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { notify } from "~/platform/notify.server";
import type { Cents } from "~/money/units";
import { holdOwner } from "~/payments/inside/hold-owner.server";
import { grantBenefit } from "./grant-benefit.server";
import { isCode, normaliseCode } from "~/payments/promo-code";
import { promoState } from "./promo-state";
import type { Redeemed, Redeemer, StoredPromo } from "./redemption";

/**
 * Redeems a code for a tenant, once per tenant and once per user (16.7), together with its benefit (6.6, B11).
 * @throws Refusal M50 to M54 for the field `code`, and M02.
 */
export async function redeemCode({ code: typed, ...who }: Redeemer & { code: string }): Promise<Redeemed> {
  const code = normaliseCode(typed);
  if (code === "") throw refused(M.codeRequired);
  if (!isCode(code)) throw refused(M.unknownCode);
  return await transaction(async (tx) => {
    const promo = await lockPromo(tx, code);
    await useOnce(tx, { code, ...who });
    if (promo.kind !== "balance_credit") await requireHome(tx, who);
    refuseUnlessActive(promo, who.now);
    await holdOwner(tx, who);
    await tx.query(`update promo_code set times_redeemed = times_redeemed + 1 where code = $1`, [code]);
    const message = await grantBenefit(tx, { promo, ...who });
    const { tenantId, now } = who;
    const cause = `code:${code}:${tenantId}`;
    await notify(tx, { tenantId, retcode: "OK", message, url: "/billing", cause, now });
    const cents = BigInt(promo.kind === "balance_credit" ? promo.value : 0) as Cents;
    return { message, benefit: promo.kind, cents };
  });
}

/** Locks a code, so that its uses are counted one after the other. */
async function lockPromo(tx: Tx, code: string): Promise<StoredPromo> {
  const [promo] = await tx.query<StoredPromo>(
    `select code, kind, value, duration, max_redemptions as "maxRedemptions", times_redeemed as "timesRedeemed",
       expires_at as "expiresAt", disabled_at as "disabledAt"
     from promo_code where code = $1 for no key update`,
    [code],
  );
  if (!promo) throw refused(M.unknownCode);
  return promo;
}

/**
 * Uses the code once. It comes before the check of the code's state: a user who has redeemed it sees that even after
 * its end.
 */
async function useOnce(tx: Tx, { code, tenantId, userId, now }: Redeemer & { code: string }): Promise<void> {
  const used = await tx.query(
    `insert into promo_redemption (code, tenant_id, user_id, at) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [code, tenantId, userId, now],
  );
  if (used.length === 0) throw refused(M.codeAlreadyUsed);
}

/** Requires the user's home: PRO belongs to a user, so a code gives it only there (16.3). */
async function requireHome(tx: Tx, { tenantId, userId }: Redeemer): Promise<void> {
  const own = await tx.query(`select from user_account where id = $1 and tenant_id = $2`, [userId, tenantId]);
  if (own.length === 0) throw refused(M.onlyAtHome);
}

function refuseUnlessActive(promo: StoredPromo, now: Date): void {
  const state = promoState(promo, now);
  if (state === "used up") throw refused(M.codeUsedUp);
  if (state !== "active") throw refused(M.codeExpired);
}

function refused(message: string): Refusal {
  return Refusal.ofField("code", message);
}
