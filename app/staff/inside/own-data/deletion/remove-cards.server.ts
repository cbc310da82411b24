import { db, transaction } from "~/platform/db.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { forEach } from "~/platform/for-each";
import { dropCard } from "~/payments/apply-card.server";
import { detachCard } from "~/payments/provider-cards.server";

/** Detaches the cards at the provider, then here; cards already detached there are skipped. */
export async function removeCards({ userId, now }: { userId: number; now: Date }): Promise<void> {
  const tenantIds = await ownedTenants(db, userId);
  const cards = await db.query<{ pmId: string }>(
    `select pm_id as "pmId" from card where tenant_id = any($1::int[]) and removed_at is null order by added_at`,
    [tenantIds],
  );
  await forEach(cards, async ({ pmId }) => {
    await detachCard(pmId);
    await transaction((tx) => dropCard(tx, { pmId, now }));
  });
}
