import type Stripe from "stripe";
import { endSubscription } from "../billing/subscription-status";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { missing, refuse } from "../wire/stripe-error";
import { attach, needCard } from "./cards";

/** Prefix of an account with one sequence of invoice numbers (B12), a setting of Stripe's dashboard. */
const ACCOUNT_PREFIX = "MRS";

export const customers: Runs = {
  "Customers.create": run<Stripe.CustomerCreateParams>((sandbox, params) => {
    const prefix = params.invoice_prefix ?? ACCOUNT_PREFIX;
    const customer = sandbox.draft("customer", {
      address: null,
      currency: null,
      delinquent: false,
      discount: null,
      invoice_prefix: prefix,
      name: null,
      next_invoice_sequence: 1,
      phone: null,
    });
    Object.assign(customer, valuesOf(sandbox, params, customer));
    if (params.payment_method) attach(sandbox, needCard(sandbox, params.payment_method), customer.id);
    sandbox.store.save(customer);
    sandbox.emit("customer.created", customer);
    return customer;
  }),

  "Customers.retrieve": run(({ store }, _params, { id }) => {
    const found = store.find("customer", id);
    if (!found) throw missing("customer", id);
    return found;
  }),

  "Customers.update": run<Stripe.CustomerUpdateParams>((sandbox, params, { id }) => {
    const customer = sandbox.store.need("customer", id);
    sandbox.store.change(customer, valuesOf(sandbox, params, customer));
    sandbox.emit("customer.updated", customer);
    return customer;
  }),

  "Customers.del": run((sandbox, _params, { id }) => {
    const customer = sandbox.store.need("customer", id);
    for (const one of sandbox.store.all("subscription"))
      if (idOf(one.customer) === id && !/^(canceled|incomplete_expired)$/.test(one.status))
        endSubscription(sandbox, one, { reason: null });
    for (const method of sandbox.store.all("payment_method"))
      if (idOf(method.customer) === id) sandbox.store.change(method, { customer: null, _spent: true });
    sandbox.emit("customer.deleted", customer);
    // The remains of a deleted customer.
    const left = { id, object: "customer", deleted: true };
    sandbox.store.save(left as unknown as Kinds["customer"]);
    return left;
  }),

  "Customers.listPaymentMethods": run<Stripe.CustomerListPaymentMethodsParams>(({ store }, params, { id }) => {
    store.need("customer", id);
    const owned = store.all("payment_method").filter(({ customer }) => idOf(customer) === id);
    return page(owned, params, `/v1/customers/${id}/payment_methods`);
  }),
};

function valuesOf(
  { store }: Sandbox,
  params: Stripe.CustomerUpdateParams,
  before: Kinds["customer"],
): Partial<Kinds["customer"]> {
  const given = <T>(value: T | undefined, set: (value: T) => Partial<Kinds["customer"]>) =>
    value === undefined ? {} : set(value);
  const preset = params.invoice_settings?.default_payment_method;
  if (preset) {
    const method = store.need("payment_method", preset, "invoice_settings[default_payment_method]");
    if (idOf(method.customer) !== before.id)
      refuse(
        `The customer does not have a payment method with the ID ${preset}. The payment method must be attached to the customer.`,
        { param: "invoice_settings[default_payment_method]" },
      );
  }
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    ...given(params.email, (email) => ({ email: email || null })),
    ...given(params.name, (name) => ({ name: name || null })),
    ...given(params.phone, (phone) => ({ phone: phone || null })),
    ...given(params.description, (description) => ({ description: description || null })),
    ...given(params.balance, (balance) => ({ balance })),
    ...given(params.invoice_prefix, (prefix) => ({ invoice_prefix: prefix })),
    ...given(params.next_invoice_sequence, (next) => ({ next_invoice_sequence: next })),
    ...given(params.address, (value) => ({
      address: value ? { ...address, ...before.address, ...value } : null,
    })),
    ...(preset === undefined
      ? {}
      : { invoice_settings: { ...before.invoice_settings, default_payment_method: preset || null } }),
    metadata: metadata(params.metadata, before.metadata),
  };
}
