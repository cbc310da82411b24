import { db, type Queryable, type Tx } from "~/platform/db.server";
import { ensureCoupon } from "~/payments/inside/provider/coupons.server";
import { couponIdOf, type Discount, lastsOf } from "./coupon-id";
import type { Subscription } from "./lock-subscription.server";

type OwnDiscount = Pick<Subscription, "tenantId" | "discountCode">;

/** Finds a tenant's largest unused discount from a code; null without one. */
export async function findDiscount(from: Queryable, { tenantId }: { tenantId: number }): Promise<string | null> {
  const [found] = await from.query<{ code: string }>(
    `select code from subscription_discount where tenant_id = $1 and not used order by percent desc, at limit 1`,
    [tenantId],
  );
  return found?.code ?? null;
}

/**
 * Checks whether a subscription's discount may still apply. A limited one ends a period after its duration since the
 * redemption; a single one ends when a period has begun.
 */
export async function isDiscounted({
  tenantId,
  discountCode,
  periodStart,
}: Pick<Subscription, "tenantId" | "discountCode" | "periodStart">): Promise<boolean> {
  if (!discountCode) return false;
  const [taken] = await db.query(
    `select from subscription_discount where tenant_id = $1 and code = $2 and case
       when duration = 'forever' then true
       else at + case duration when 'once' then '1 month' else duration end::interval + interval '1 month'
         > coalesce($3::timestamptz, at) end`,
    [tenantId, discountCode, periodStart],
  );
  return taken !== undefined;
}

/** Reads the value of a discount; null without one. */
export async function readDiscount({ tenantId, discountCode }: OwnDiscount): Promise<Discount | null> {
  const [discount] = await db.query<Discount>(
    `select code, percent, duration from subscription_discount where tenant_id = $1 and code = $2`,
    [tenantId, discountCode],
  );
  return discount ?? null;
}

/** Marks a discount as used by a subscription. */
export async function useDiscount(tx: Tx, discount: OwnDiscount): Promise<void> {
  await mark(tx, discount, true);
}

/** Returns an abandoned subscription's discount, for the next one. */
export async function giveDiscountBack(tx: Tx, discount: OwnDiscount): Promise<void> {
  await mark(tx, discount, false);
}

async function mark(tx: Tx, { tenantId, discountCode }: OwnDiscount, used: boolean): Promise<void> {
  await tx.query(`update subscription_discount set used = $3 where tenant_id = $1 and code = $2`, [
    tenantId,
    discountCode,
    used,
  ]);
}

/** Returns the provider's coupon of a subscription's discount; null without one. */
export async function couponOf(subscription: OwnDiscount): Promise<string | null> {
  const discount = await readDiscount(subscription);
  if (!discount) return null;
  const { code, percent, duration } = discount;
  return await ensureCoupon({ id: couponIdOf(discount), code, percent, lasts: lastsOf(duration) });
}
