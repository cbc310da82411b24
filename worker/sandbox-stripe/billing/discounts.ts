import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { refuse } from "../wire/stripe-error";
import { addMonths } from "./months";

type Given = "" | null | undefined | { coupon?: string; discount?: string; promotion_code?: string }[];

/** The ids of the discounts that a subscription gets by these parameters; those it had are named by their ids. */
export function takeDiscounts(sandbox: Sandbox, given: Given, subscription: string, customer: string): string[] {
  if (!given) return [];
  return given.map((one) => {
    if (one.discount) return sandbox.store.need("discount", one.discount, "discounts").id;
    const code = one.promotion_code
      ? sandbox.store.need("promotion_code", one.promotion_code, "discounts[0][promotion_code]")
      : undefined;
    const coupon = sandbox.store.need("coupon", one.coupon ?? idOf(code?.promotion.coupon), "discounts[0][coupon]");
    needRedeemable(sandbox, coupon, code);
    const start = sandbox.clock.now();
    sandbox.store.change(coupon, { times_redeemed: coupon.times_redeemed + 1 });
    if (code) sandbox.store.change(code, { times_redeemed: code.times_redeemed + 1 });
    return sandbox.add("discount", {
      customer,
      subscription,
      start,
      end: endOf(coupon, start),
      promotion_code: code?.id ?? null,
      source: { coupon: coupon.id, type: "coupon" },
    }).id;
  });
}

/** Those of a subscription that still hold at that time. */
export function validDiscounts({ store }: Sandbox, ids: (string | Stripe.Discount)[], at: number): Kinds["discount"][] {
  return ids.flatMap((one) => store.find("discount", idOf(one)) ?? []).filter(({ end }) => end === null || end > at);
}

/** What a discount takes off an amount of cents. */
export function discountOf({ store }: Sandbox, discount: Kinds["discount"], cents: number): number {
  const coupon = store.find("coupon", idOf(discount.source.coupon));
  if (!coupon || cents <= 0) return 0;
  if (coupon.percent_off !== null) return Math.round((cents * coupon.percent_off) / 100);
  return Math.min(coupon.amount_off ?? 0, cents);
}

/** Discounts for one invoice are used up by it. */
export function isOnce({ store }: Sandbox, discount: Kinds["discount"]): boolean {
  return store.find("coupon", idOf(discount.source.coupon))?.duration === "once";
}

function endOf(coupon: Kinds["coupon"], start: number): number | null {
  return coupon.duration === "repeating" ? addMonths(start, coupon.duration_in_months ?? 0) : null;
}

function needRedeemable(sandbox: Sandbox, coupon: Kinds["coupon"], code: Kinds["promotion_code"] | undefined): void {
  const now = sandbox.clock.now();
  const isUsed = (one: { max_redemptions: number | null; times_redeemed: number }) =>
    one.max_redemptions !== null && one.times_redeemed >= one.max_redemptions;
  if (isUsed(coupon) || (coupon.redeem_by ?? now) < now)
    refuse(`Coupon expired: ${coupon.id}`, { code: "coupon_expired", param: "discounts[0][coupon]" });
  if (code && (!code.active || isUsed(code) || (code.expires_at ?? now) < now))
    refuse("This promotion code cannot be redeemed.", {
      code: "promotion_code_not_redeemable",
      param: "discounts[0][promotion_code]",
    });
}
