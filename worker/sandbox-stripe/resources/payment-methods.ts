import type Stripe from "stripe";
import { idOf } from "../wire/id-of";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { attach, needCard, needUsable } from "./cards";

export const paymentMethods: Runs = {
  "PaymentMethods.retrieve": run((sandbox, _params, { id }) => needCard(sandbox, id)),

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
