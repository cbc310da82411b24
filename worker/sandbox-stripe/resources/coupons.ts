import type Stripe from "stripe";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";

export const coupons: Runs = {
  "Coupons.create": run<Stripe.CouponCreateParams>((sandbox, params) => {
    const { id, amount_off = null, percent_off = null, duration = "once", duration_in_months = null } = params;
    if ((amount_off === null) === (percent_off === null))
      refuse("You must pass either percent_off or amount_off, and not both.", {
        code: "parameter_missing",
        param: "percent_off",
      });
    if (percent_off !== null && !(percent_off > 0 && percent_off <= 100))
      refuse("Invalid percent_off: must be between 0 and 100", { param: "percent_off" });
    if ((duration === "repeating") !== (duration_in_months !== null))
      refuse("`duration_in_months` goes with duration `repeating`.", { param: "duration_in_months" });
    if (id && sandbox.store.find("coupon", id))
      refuse("Coupon already exists.", { code: "resource_already_exists", param: "id" });
    const coupon = sandbox.add("coupon", {
      id: id ?? sandbox.nextId("x").slice(2, 10),
      amount_off,
      percent_off,
      duration,
      duration_in_months,
      valid: true,
      currency: params.currency ?? null,
      max_redemptions: params.max_redemptions ?? null,
      metadata: metadata(params.metadata),
      name: params.name ?? null,
      redeem_by: params.redeem_by ?? null,
    });
    sandbox.emit("coupon.created", coupon);
    return coupon;
  }),

  "Coupons.del": run((sandbox, _params, { id }) => {
    const coupon = sandbox.store.need("coupon", id);
    sandbox.emit("coupon.deleted", coupon);
    sandbox.store.remove(coupon);
    return { id, object: "coupon", deleted: true };
  }),
};
