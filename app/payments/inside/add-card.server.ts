import { db, transaction } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { ownUrl } from "~/platform/own-url.server";
import { keepCard } from "../apply-card.server";
import { findTwin } from "./card-twin.server";
import { ensureCustomer } from "./ensure-customer.server";
import { followDefault } from "./follow-default.server";
import { createSetupIntent, detachCard, readCard, readCardSetup, startCardSetup } from "../provider-cards.server";
import { isId } from "./provider/id-of";
import { readSession } from "./provider/payments.server";
import { withCustomer } from "./with-customer.server";

const SAVED_ALREADY = { message: "This card was saved already." };

interface Person {
  tenantId: number;
  userId: number;
}

/** The provider's page for saving a card; it leads back to `/billing/card`. */
export async function startAddingCard({ tenantId, userId }: Person): Promise<{ to: string }> {
  const back = {
    success: ownUrl("/billing/card?session={CHECKOUT_SESSION_ID}"),
    cancel: ownUrl("/billing"),
  };
  const { url } = await withCustomer({ tenantId }, ({ customerId, tenantName }) =>
    startCardSetup({ customerId, tenantName, userId, back }),
  );
  return { to: url };
}

/** The secret with which the provider's script saves a card in the browser (POST /billing/setup-intent). */
export async function startCardInBrowser({ tenantId, userId }: Person): Promise<{ clientSecret: string }> {
  const { clientSecret } = await withCustomer({ tenantId }, ({ customerId }) =>
    createSetupIntent({ customerId, userId }),
  );
  return { clientSecret };
}

/** The set-up of a visit to the provider's page. Refuses with M60 if it is not this tenant's. */
export async function setupOfSession(sessionId: string): Promise<string> {
  const session = isId(sessionId) ? await readSession(sessionId) : null;
  if (!session?.setupIntentId) throw new Refusal(M.noSuchCard);
  return session.setupIntentId;
}

/**
 * Saves the card of a finished set-up. Only the provider's data counts, nothing from the browser. The first card
 * becomes the default; if the same card is saved already, the new one is detached. Refuses with M60 if it is not a
 * finished set-up of this tenant, or the person who started it has lost the right (16.9).
 */
export async function addCard(given: {
  tenantId: number;
  setupIntentId: string;
  now: Date;
}): Promise<{ message: string }> {
  const { tenantId, setupIntentId, now } = given;
  if (!isId(setupIntentId)) throw new Refusal(M.noSuchCard);
  const [{ customerId }, setup] = await Promise.all([ensureCustomer({ tenantId }), readCardSetup(setupIntentId)]);
  if (!setup?.succeeded || !setup.pmId || setup.customerId !== customerId) throw new Refusal(M.noSuchCard);
  const card = await readCard(setup.pmId);
  // The provider's webhook came first and detached this card, because the same one is already saved.
  if (card?.customerId === null && (await findTwin(db, card, tenantId))) return SAVED_ALREADY;
  if (card?.customerId !== customerId) throw new Refusal(M.noSuchCard);
  const kept = await transaction((tx) => keepCard(tx, { card, adder: setup.adder, now }));
  if (kept?.twinOf) {
    await detachCard(card.pmId);
    return SAVED_ALREADY;
  }
  if (kept?.refused) throw new Refusal(M.noSuchCard);
  await followDefault({ tenantId, customerId });
  return { message: "Card added." };
}
