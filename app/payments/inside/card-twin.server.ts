import { db, type Queryable } from "~/platform/db.server";
import { detachCard } from "../provider-cards.server";
import type { CardFacts } from "./provider/payment-facts";
import { OPEN_STATES } from "../top-up-state";

/** The tenant's saved card with the same number and expiry; null if the card is new, or is itself saved. */
export async function findTwin(from: Queryable, card: CardFacts, tenantId: number): Promise<string | null> {
  const [twin] = await from.query<{ pm_id: string }>(
    `select pm_id from card where tenant_id = $1 and removed_at is null and pm_id <> $2
       and fingerprint = $3 and fingerprint <> '' and exp_month = $4 and exp_year = $5
       and not exists (select from card known where known.pm_id = $2 and known.removed_at is null)
     order by added_at limit 1`,
    [tenantId, card.pmId, card.fingerprint, card.expMonth, card.expYear],
  );
  return twin?.pm_id ?? null;
}

/**
 * Detaches a card at the provider if its customer has saved the same one: it is invisible, so nobody could remove it.
 * Call it before the transaction.
 * @returns whether it is detached.
 */
export async function detachTwin(card: CardFacts): Promise<boolean> {
  const [owner] = await db.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from payment_customer where customer_id = $1`,
    [card.customerId],
  );
  if (!owner || !(await findTwin(db, card, owner.tenantId)) || (await isInUse(db, card))) return false;
  await detachCard(card.pmId);
  return true;
}

/** Checks whether a subscription or an open top-up uses the card. */
export async function isInUse(from: Queryable, { pmId }: CardFacts): Promise<boolean> {
  const uses = await from.query(
    `select from subscription where pm_id = $1 and ended_at is null
     union all select from top_up where pm_id = $1 and state = any($2::text[])`,
    [pmId, [...OPEN_STATES]],
  );
  return uses.length > 0;
}
