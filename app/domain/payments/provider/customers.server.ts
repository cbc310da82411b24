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
      { idempotencyKey: `cus:${tenantName}` },
    ),
  );
  return { customerId: customer.id, livemode: customer.livemode };
}

/** Which saved card the provider takes for invoices. */
export async function setProviderDefault(given: { customerId: string; pmId: string }): Promise<void> {
  await ask((stripe) =>
    stripe.customers.update(given.customerId, { invoice_settings: { default_payment_method: given.pmId } }),
  );
}
