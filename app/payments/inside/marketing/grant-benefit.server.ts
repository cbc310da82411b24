import type { Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { centsToUnits } from "~/money/units";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { appliedText } from "~/payments/promo-code";
import type { Redeemer, StoredPromo } from "./redemption";
import { startTrial } from "./start-trial.server";

/** A separate text: the code is not used up and can be redeemed later. */
export const PRO_ALREADY = "You are PRO already. Use this code when your subscription has ended.";

/** Text for a discount while a subscription runs. */
export const FROM_THE_NEXT = "It counts from your next invoice on, after the discount that you may have now.";

type Grant = Redeemer & { promo: StoredPromo };

/** Grants a code's benefit in the transaction of its redemption (6.6). @returns the message to the customer. */
export async function grantBenefit(tx: Tx, grant: Grant): Promise<string> {
  const { promo } = grant;
  if (promo.kind === "balance_credit") await giveCredit(tx, grant);
  if (promo.kind === "trial_days") await giveTrial(tx, grant);
  const waits = promo.kind === "percent_off" && (await keepDiscount(tx, grant));
  return waits ? `${appliedText(promo)} ${FROM_THE_NEXT}` : appliedText(promo);
}

async function giveTrial(tx: Tx, { promo, userId, now }: Grant): Promise<void> {
  const started = await startTrial(tx, { userId, days: promo.value, code: promo.code, now });
  if (started === "had one") throw Refusal.ofField("code", M.codeAlreadyUsed);
  if (started === "is PRO") throw Refusal.ofField("code", PRO_ALREADY);
}

async function giveCredit(tx: Tx, { promo, tenantId, now }: Grant): Promise<void> {
  const units = centsToUnits(BigInt(promo.value));
  await addCredit(tx, {
    tenantId,
    units,
    from: "promo",
    kind: "coupon",
    key: `code:${promo.code}:${tenantId}`,
    description: `Code ${promo.code}`,
    now,
  });
  await tx.query(`update promo_redemption set given_units = $3 where code = $1 and tenant_id = $2`, [
    ...[promo.code, tenantId, units],
  ]);
}

/** Stores a discount until a subscription takes it. @returns whether one is already running without it. */
async function keepDiscount(tx: Tx, { promo, tenantId, userId, now }: Grant): Promise<boolean> {
  await tx.query(
    `insert into subscription_discount (tenant_id, code, percent, duration, at) values ($1, $2, $3, $4, $5)`,
    [tenantId, promo.code, promo.value, promo.duration, now],
  );
  const subscribed = await tx.query(
    `select from user_account where id = $1 and codify_subscription_status in ('active', 'past_due')`,
    [userId],
  );
  return subscribed.length > 0;
}
