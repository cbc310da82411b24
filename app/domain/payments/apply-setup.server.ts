import { prepareCard } from "./apply-card.server";
import type { Apply } from "./apply-payment.server";
import { readCardSetup } from "./provider/cards.server";

/** Reads a card set-up; a finished one's card is kept. */
export async function prepareSetup(setupIntentId: string, now: Date): Promise<Apply> {
  const setup = await readCardSetup(setupIntentId);
  return setup?.succeeded && setup.pmId ? await prepareCard(setup.pmId, now) : async () => {};
}
