import type { Tx } from "~/platform/db.server";
import type { Apply } from "./apply-payment.server";
import { M } from "~/payments/messages";
import { holdRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { removeMemberCards, promoteNewest } from "~/accounts/remove-member-cards.server";
import { findTwin, isInUse, detachTwin } from "./inside/card-twin.server";
import { readCard } from "./provider-cards.server";
import type { Adder, CardFacts } from "./inside/provider/payment-facts";

/**
 * Reads a card at the provider; the returned function saves, updates or removes it (4.3). A card that its customer has
 * already saved is detached at the provider.
 */
export async function prepareCard(pmId: string, now: Date, adder: Adder | null = null): Promise<Apply> {
  const card = await readCard(pmId);
  const gone = !card?.customerId || (await detachTwin(card));
  return async (tx) => {
    if (gone) return await dropCard(tx, { pmId, now });
    const kept = await keepCard(tx, { card, adder, now });
    // Both arrived at once: the next attempt detaches this one.
    if (kept?.twinOf && !(await isInUse(tx, card))) throw new Error(`card ${pmId} is ${kept.twinOf} once more`);
  };
}

/**
 * Saves a card of a tenant's customer. The first card becomes the default. A card without an adder is the owner's,
 * until the set-up or the payment that it came with names one. It is removed again if its adder has lost the right
 * meanwhile (16.9).
 * @returns the tenant's id and, if the card was already saved, the older payment method; null for a stranger's card.
 */
export async function keepCard(
  tx: Tx,
  { card, adder = null, now }: { card: CardFacts; adder?: Adder | null; now: Date },
): Promise<{ tenantId: number; twinOf: string | null; refused: boolean } | null> {
  // Locks the right before the cards, like the change that takes the right away.
  const refused = adder !== null && !(await mayStillAdd(tx, card, adder));
  const [owner] = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from payment_customer where customer_id = $1 for update`,
    [card.customerId],
  );
  if (!owner) return null;
  const { tenantId } = owner;
  const twinOf = await findTwin(tx, card, tenantId);
  if (twinOf) return { tenantId, twinOf, refused };
  await tx.query(
    `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, holder_name, fingerprint, is_default, added_at,
       user_id)
     select $1, $2, $3, $4, $5, $6, $7, $8,
       not exists (select from card where tenant_id = $2 and removed_at is null and is_default), $9,
       coalesce($10, (select user_id from member where tenant_id = $2 and role = 'owner'))
     on conflict (pm_id) do update set brand = excluded.brand, last4 = excluded.last4, exp_month = excluded.exp_month,
       exp_year = excluded.exp_year, holder_name = excluded.holder_name, fingerprint = excluded.fingerprint,
       user_id = coalesce($10, card.user_id)
     where card.tenant_id = excluded.tenant_id`,
    [
      ...[card.pmId, tenantId, card.brand, card.last4, card.expMonth, card.expYear],
      ...[card.holderName, card.fingerprint, now, adder?.userId ?? null],
    ],
  );
  if (refused) await removeMemberCards(tx, { userId: adder.userId, tenantIds: [tenantId], pmId: card.pmId, now });
  return { tenantId, twinOf: null, refused };
}

/** Checks and holds the right of the person who began to add a card, so that no change in between is missed. */
async function mayStillAdd(tx: Tx, card: CardFacts, { userId, since }: Adder): Promise<boolean> {
  const [owner] = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from payment_customer where customer_id = $1`,
    [card.customerId],
  );
  try {
    if (owner) await holdRight(tx, { ...owner, userId, now: since }, "money.act");
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.message === M.notAllowed) return false;
    throw error;
  }
}

/** Removes a tenant's card; if it was the default, the newest other card becomes it (3.4). */
export async function dropCard(tx: Tx, { pmId, now }: { pmId: string; now: Date }): Promise<void> {
  const [gone] = await tx.query<{ tenantId: number }>(
    `update card set removed_at = $2, is_default = false where pm_id = $1 and removed_at is null
     returning tenant_id as "tenantId"`,
    [pmId, now],
  );
  if (gone) await promoteNewest(tx, gone.tenantId);
}
