import { prepareCard } from "../apply-card.server";
import type { Apply } from "../apply-payment.server";
import { readCardSetup } from "../provider-cards.server";

/** Reads a card set-up and saves the card of a finished one. */
export async function prepareSetup(setupIntentId: string, now: Date): Promise<Apply> {
  const setup = await readCardSetup(setupIntentId);
  return setup?.succeeded && setup.pmId ? await prepareCard(setup.pmId, now, setup.adder) : async () => {};
}
