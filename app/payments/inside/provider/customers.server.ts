import Stripe from "stripe";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { ask, askFor } from "~/payments/stripe-client.server";

interface NewCustomer {
  tenantName: string;
  email: string;
  /** The customer that was deleted there. */
  after?: string;
}

/** Creates a tenant's customer once: the same tenant gets the same customer, and a new one only after a deletion. */
export async function createCustomer({ tenantName, email, after }: NewCustomer) {
  const customer = await ask((stripe) =>
    stripe.customers.create(
      { email, name: tenantName, metadata: { tenant: tenantName } },
      { idempotencyKey: `cus:${tenantName}:${email}${after ? `:${after}` : ""}` },
    ),
  );
  return { customerId: customer.id, livemode: customer.livemode };
}

/** Checks whether a request failed because the customer is unknown. */
export function isCustomerUnknown(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === "resource_missing" &&
    /^No such customer/i.test(error.message)
  );
}

/**
 * Checks whether a customer was deleted at the provider. A customer of another account was not: the provider does not
 * know that one.
 */
export async function isCustomerDeleted(customerId: string): Promise<boolean> {
  const customer = await askFor((stripe) => stripe.customers.retrieve(customerId));
  return customer?.deleted === true;
}

/** Sets the saved card for invoices. Refuses with M60 if the provider does not have it. */
export async function setProviderDefault(given: { customerId: string; pmId: string }): Promise<void> {
  try {
    await ask((stripe) =>
      stripe.customers.update(given.customerId, { invoice_settings: { default_payment_method: given.pmId } }),
    );
  } catch (error) {
    throw error instanceof Stripe.errors.StripeInvalidRequestError ? new Refusal(M.noSuchCard) : error;
  }
}
