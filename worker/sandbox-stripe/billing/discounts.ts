import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { refuse } from "../wire/stripe-error";
import { addMonths } from "./months";

type Given = "" | null | undefined | { coupon?: string; discount?: string }[];

/** The ids of a subscription's discounts from these parameters; existing ones are named by id. */
export function takeDiscounts(sandbox: Sandbox, given: Given, subscription: string, customer: string): string[] {
  if (!given) return [];
  return given.map((one) => {
    if (one.discount) return sandbox.store.need("discount", one.discount, "discounts").id;
    const coupon = sandbox.store.need("coupon", one.coupon, "discounts[0][coupon]");
    needRedeemable(sandbox, coupon);
    const start = sandbox.clock.now();
    sandbox.store.change(coupon, { times_redeemed: coupon.times_redeemed + 1 });
    return sandbox.add("discount", {
      customer,
      subscription,
      start,
      end: endOf(coupon, start),
      promotion_code: null,
      source: { coupon: coupon.id, type: "coupon" },
    }).id;
  });
}

/** Returns a subscription's discounts that still apply at that time. */
export function validDiscounts({ store }: Sandbox, ids: (string | Stripe.Discount)[], at: number): Kinds["discount"][] {
  return ids.flatMap((one) => store.find("discount", idOf(one)) ?? []).filter(({ end }) => end === null || end > at);
}

/** The discount on an amount of cents. */
export function discountOf({ store }: Sandbox, discount: Kinds["discount"], cents: number): number {
  const coupon = store.find("coupon", idOf(discount.source.coupon));
  if (!coupon || cents <= 0) return 0;
  if (coupon.percent_off !== null) return Math.round((cents * coupon.percent_off) / 100);
  return Math.min(coupon.amount_off ?? 0, cents);
}

/** Checks whether a discount is for one invoice and then used up. */
export function isOnce({ store }: Sandbox, discount: Kinds["discount"]): boolean {
  return store.find("coupon", idOf(discount.source.coupon))?.duration === "once";
}

function endOf(coupon: Kinds["coupon"], start: number): number | null {
  return coupon.duration === "repeating" ? addMonths(start, coupon.duration_in_months ?? 0) : null;
}

function needRedeemable(sandbox: Sandbox, coupon: Kinds["coupon"]): void {
  const now = sandbox.clock.now();
  const isUsed = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  if (isUsed || (coupon.redeem_by ?? now) < now)
    refuse(`Coupon expired: ${coupon.id}`, { code: "coupon_expired", param: "discounts[0][coupon]" });
}
