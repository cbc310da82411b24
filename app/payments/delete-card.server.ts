import { transaction } from "~/platform/db.server";
import { dropCard } from "./apply-card.server";
import { type OwnCard, requireCard } from "./default-card.server";
import { ensureCustomer } from "./inside/ensure-customer.server";
import { followDefault } from "./inside/follow-default.server";
import { listCards } from "./list-cards.server";
import { detachCard } from "./provider-cards.server";
import { freeCard } from "./inside/subscription/free-card.server";

/**
 * Removes a tenant's card permanently; a subscription that it pays continues with another one. Refuses with M60, and
 * with M59 for the only card of an enabled subscription. Detaches at the provider first: a card that is kept there must
 * stay visible here.
 */
export async function deleteCard(given: OwnCard & { now: Date }): Promise<{
  message: string;
  defaultCard: string | null;
}> {
  const { tenantId, pmId, now } = given;
  await requireCard({ tenantId, pmId });
  await freeCard(given);
  await detachCard(pmId);
  await transaction((tx) => dropCard(tx, { pmId, now }));
  const { customerId } = await ensureCustomer({ tenantId });
  await followDefault({ tenantId, customerId });
  const [first] = await listCards({ tenantId });
  return { message: "Card removed.", defaultCard: first?.isDefault ? first.pmId : null };
}
