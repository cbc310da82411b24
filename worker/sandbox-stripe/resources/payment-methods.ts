import type Stripe from "stripe";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { attach, makeCard, needCard, needUsable } from "./cards";

export const paymentMethods: Runs = {
  "PaymentMethods.create": run<Stripe.PaymentMethodCreateParams>((sandbox, params) => {
    if (params.type !== "card" || !params.card)
      refuse("The sandbox knows cards only: type 'card' with its details.", { param: "type" });
    return makeCard(sandbox, {
      card: params.card,
      ...(params.billing_details ? { billing: params.billing_details } : {}),
      ...(params.metadata ? { metadata: params.metadata } : {}),
    });
  }),

  "PaymentMethods.list": run<Stripe.PaymentMethodListParams>(({ store }, params) => {
    const owned = store
      .all("payment_method")
      .filter((method) => params.customer !== undefined && idOf(method.customer) === params.customer);
    return page(owned, params, "/v1/payment_methods");
  }),

  "PaymentMethods.retrieve": run((sandbox, _params, { id }) => needCard(sandbox, id)),

  "PaymentMethods.update": run<Stripe.PaymentMethodUpdateParams>(({ store }, params, { id }) => {
    const method = store.need("payment_method", id, "payment_method");
    const { exp_month, exp_year } = params.card ?? {};
    return store.change(method, {
      metadata: metadata(params.metadata, method.metadata),
      billing_details: { ...method.billing_details, ...namesOf(params.billing_details) },
      ...(method.card
        ? { card: { ...method.card, ...(exp_month ? { exp_month } : {}), ...(exp_year ? { exp_year } : {}) } }
        : {}),
    });
  }),

  "PaymentMethods.attach": run<Stripe.PaymentMethodAttachParams>((sandbox, params, { id }) => {
    const method = needCard(sandbox, id);
    const customer = sandbox.store.need("customer", params.customer, "customer");
    if (idOf(method.customer) !== null && idOf(method.customer) !== customer.id)
      refuse("The payment method you provided has already been attached to a customer.");
    needUsable(method, customer.id);
    attach(sandbox, method, customer.id);
    return method;
  }),

  "PaymentMethods.detach": run((sandbox, _params, { id }) => {
    const method = sandbox.store.need("payment_method", id, "payment_method");
    const owner = idOf(method.customer);
    if (owner === null)
      refuse("The payment method you provided is not attached to a customer so detachment is impossible.");
    const customer = sandbox.store.find("customer", owner);
    if (customer && idOf(customer.invoice_settings.default_payment_method) === id)
      sandbox.store.change(customer, {
        invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
      });
    sandbox.store.change(method, { customer: null, _spent: true });
    sandbox.emit("payment_method.detached", method, { customer: owner });
    return method;
  }),
};

function namesOf(given: Stripe.PaymentMethodUpdateParams["billing_details"]): {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
} {
  const { name, email, phone } = given ?? {};
  return {
    ...(name === undefined ? {} : { name: name || null }),
    ...(email === undefined ? {} : { email: email || null }),
    ...(phone === undefined ? {} : { phone: phone || null }),
  };
}
