import Stripe from "stripe";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { ask } from "./stripe-client.server";

export interface NewCustomer {
  tenantName: string;
  email: string;
}

/** Makes a tenant known to the provider, once: the same tenant gets the same customer. */
export async function createCustomer({ tenantName, email }: NewCustomer) {
  const customer = await ask((stripe) =>
    stripe.customers.create(
      { email, name: tenantName, metadata: { tenant: tenantName } },
      { idempotencyKey: `cus:${tenantName}:${email}` },
    ),
  );
  return { customerId: customer.id, livemode: customer.livemode };
}

/** Which saved card the provider takes for invoices. Refuses with M60 one that it does not have. */
export async function setProviderDefault(given: { customerId: string; pmId: string }): Promise<void> {
  try {
    await ask((stripe) =>
      stripe.customers.update(given.customerId, { invoice_settings: { default_payment_method: given.pmId } }),
    );
  } catch (error) {
    throw error instanceof Stripe.errors.StripeInvalidRequestError ? new Refusal(M.M60) : error;
  }
}
