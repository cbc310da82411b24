import type { Tx } from "~/db.server";
import { addCredit } from "~/domain/billing/add-credit.server";
import { centsToUnits } from "~/domain/billing/units";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import type { Redeemer, StoredPromo } from "./redemption";
import { startTrial } from "./start-trial.server";

/** The contract has no message for it: the code is not used up and can be redeemed later. */
export const PRO_ALREADY = "You are PRO already. Use this code when your subscription has ended.";

type Grant = Redeemer & { promo: StoredPromo };

/** Gives what a code grants, in the transaction of its redemption (6.6). */
export async function grantBenefit(tx: Tx, grant: Grant): Promise<void> {
  const { kind, code, value } = grant.promo;
  if (kind === "balance_credit") return await giveCredit(tx, grant);
  if (kind === "percent_off") return await keepDiscount(tx, grant);
  const started = await startTrial(tx, { userId: grant.userId, days: value, code, now: grant.now });
  if (started === "had one") throw Refusal.ofField("code", M.M53);
  if (started === "is PRO") throw Refusal.ofField("code", PRO_ALREADY);
}

async function giveCredit(tx: Tx, { promo, tenantId, now }: Grant): Promise<void> {
  await addCredit(tx, {
    tenantId,
    units: centsToUnits(BigInt(promo.value)),
    from: "promo",
    kind: "coupon",
    key: `code:${promo.code}:${tenantId}`,
    description: `Code ${promo.code}`,
    now,
  });
}

/** Kept until a subscription takes it. */
async function keepDiscount(tx: Tx, { promo, tenantId, now }: Grant): Promise<void> {
  await tx.query(
    `insert into subscription_discount (tenant_id, code, percent, duration, at) values ($1, $2, $3, $4, $5)`,
    [tenantId, promo.code, promo.value, promo.duration, now],
  );
}
