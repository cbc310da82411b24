import Stripe from "stripe";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { ask, askFor } from "./stripe-client.server";

interface NewCustomer {
  tenantName: string;
  email: string;
  /** The one that was deleted there. */
  after?: string;
}

/** Makes a tenant known to the provider, once: the same tenant gets the same customer, and one after a deleted one. */
export async function createCustomer({ tenantName, email, after }: NewCustomer) {
  const customer = await ask((stripe) =>
    stripe.customers.create(
      { email, name: tenantName, metadata: { tenant: tenantName } },
      { idempotencyKey: `cus:${tenantName}:${email}${after ? `:${after}` : ""}` },
    ),
  );
  return { customerId: customer.id, livemode: customer.livemode };
}

/** Whether a request failed because the provider has no such customer. */
export function isCustomerUnknown(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === "resource_missing" &&
    /^No such customer/i.test(error.message)
  );
}

/** Whether somebody has deleted a customer there. One of another account was not: the provider knows nothing of it. */
export async function isCustomerDeleted(customerId: string): Promise<boolean> {
  const customer = await askFor((stripe) => stripe.customers.retrieve(customerId));
  return customer?.deleted === true;
}

/** Which saved card the provider takes for invoices. Refuses with M60 one that it does not have. */
export async function setProviderDefault(given: { customerId: string; pmId: string }): Promise<void> {
  try {
    await ask((stripe) =>
      stripe.customers.update(given.customerId, { invoice_settings: { default_payment_method: given.pmId } }),
    );
  } catch (error) {
    throw error instanceof Stripe.errors.StripeInvalidRequestError ? new Refusal(M.noSuchCard) : error;
  }
}
