import type Stripe from "stripe";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
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

  "Coupons.retrieve": run(({ store }, _params, { id }) => store.need("coupon", id)),

  "Coupons.list": run<Stripe.CouponListParams>(({ store }, params) => page(store.all("coupon"), params, "/v1/coupons")),

  "Coupons.del": run((sandbox, _params, { id }) => {
    const coupon = sandbox.store.need("coupon", id);
    sandbox.emit("coupon.deleted", coupon);
    sandbox.store.remove(coupon);
    return { id, object: "coupon", deleted: true };
  }),
};

export const promotionCodes: Runs = {
  "PromotionCodes.create": run<Stripe.PromotionCodeCreateParams>((sandbox, params) => {
    const code = params.code ?? sandbox.nextId("x").slice(2, 10).toUpperCase();
    const coupon = sandbox.store.need("coupon", params.promotion.coupon, "promotion[coupon]");
    const taken = sandbox.store.all("promotion_code").find((one) => one.active && sameCode(one.code, code));
    if (taken) refuse(`An active promotion code with \`code: ${code}\` already exists.`, { param: "code" });
    const made = sandbox.add("promotion_code", {
      active: params.active ?? true,
      code,
      customer: params.customer ?? null,
      expires_at: params.expires_at ?? null,
      max_redemptions: params.max_redemptions ?? null,
      metadata: metadata(params.metadata),
      promotion: { coupon: coupon.id, type: "coupon" },
    });
    sandbox.emit("promotion_code.created", made);
    return made;
  }),

  "PromotionCodes.retrieve": run(({ store }, _params, { id }) => store.need("promotion_code", id)),

  "PromotionCodes.update": run<Stripe.PromotionCodeUpdateParams>((sandbox, params, { id }) => {
    const found = sandbox.store.need("promotion_code", id);
    sandbox.store.change(found, {
      metadata: metadata(params.metadata, found.metadata),
      ...(params.active === undefined ? {} : { active: params.active }),
    });
    sandbox.emit("promotion_code.updated", found);
    return found;
  }),

  "PromotionCodes.list": run<Stripe.PromotionCodeListParams>(({ store }, params) => {
    const { active, code, coupon } = params;
    const wanted = store
      .all("promotion_code")
      .filter((one) => active === undefined || one.active === active)
      .filter((one) => code === undefined || sameCode(one.code, code))
      .filter((one) => coupon === undefined || idOf(one.promotion.coupon) === coupon);
    return page(wanted, params, "/v1/promotion_codes");
  }),
};

function sameCode(left: string, right: string): boolean {
  return left.toUpperCase() === right.toUpperCase();
}
