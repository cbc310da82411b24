import { listCards } from "../list-cards.server";
import { setProviderDefault } from "./provider/customers.server";

/** Sends the default card to the provider, which uses it for invoices. */
export async function followDefault(given: { tenantId: number; customerId: string }): Promise<void> {
  const [first] = await listCards(given);
  if (first?.isDefault) await setProviderDefault({ customerId: given.customerId, pmId: first.pmId });
}
