import { listCards } from "../list-cards.server";
import { setProviderDefault } from "./provider/customers.server";

/** Tells the provider which card is the default; it uses that one for invoices. */
export async function followDefault(given: { tenantId: number; customerId: string }): Promise<void> {
  const [first] = await listCards(given);
  if (first?.isDefault) await setProviderDefault({ customerId: given.customerId, pmId: first.pmId });
}
