import { transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { freeCard } from "~/domain/subscription/free-card.server";
import { dropCard } from "./apply-card.server";
import { ensureCustomer } from "./ensure-customer.server";
import { followDefault } from "./follow-default.server";
import { listCards } from "./list-cards.server";
import { detachCard } from "./provider/cards.server";
import { setProviderDefault } from "./provider/customers.server";

interface OwnCard {
  tenantId: number;
  pmId: string;
}

/** Makes one of the tenant's cards the default, at the provider and here. Refuses with M60. */
export async function makeDefaultCard({ tenantId, pmId }: OwnCard): Promise<{ message: string }> {
  await requireCard({ tenantId, pmId });
  const { customerId } = await ensureCustomer({ tenantId });
  await setProviderDefault({ customerId, pmId });
  await transaction(async (tx) => {
    // The old default first: one index holds that there is one.
    await tx.query(`select from card where tenant_id = $1 order by pm_id for update`, [tenantId]);
    await tx.query(`update card set is_default = false where tenant_id = $1 and pm_id <> $2`, [tenantId, pmId]);
    const made = await tx.query(
      `update card set is_default = true where tenant_id = $1 and pm_id = $2 and removed_at is null returning 1`,
      [tenantId, pmId],
    );
    if (made.length === 0) throw new Refusal(M.noSuchCard);
  });
  return { message: "Default card changed." };
}

/**
 * Takes a card off the tenant for good; a subscription that it pays goes on with another one. Refuses with M60, and
 * with M59 the only card while a subscription is enabled.
 * The provider goes first: a card that it keeps must stay in sight here.
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

async function requireCard({ tenantId, pmId }: OwnCard): Promise<void> {
  const cards = await listCards({ tenantId });
  if (!cards.some((card) => card.pmId === pmId)) throw new Refusal(M.noSuchCard);
}
