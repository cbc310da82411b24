import { command } from "~/platform/announce.server";
import type { Tx } from "~/platform/db.server";
import { cardLabel } from "./card-label";
import { stopForCard } from "./inside/auto-top-up/stop-for-card.server";
import { promoteNewest } from "./inside/promote-newest.server";

interface Going {
  /** Who added the cards. */
  userId: number;
  tenantIds: readonly number[];
  /** Only this card. */
  pmId?: string;
  /** Only cards added since. */
  since?: Date;
  now: Date;
}

/**
 * Removes cards whose adder lost the right to manage cards, and stops an automatic top-up that charged one. The job
 * `detach-cards` tells the provider after the commit (16.9).
 */
export async function letCardsGo(tx: Tx, { userId, tenantIds, pmId, since, now }: Going): Promise<void> {
  const gone = await tx.query<{ tenantId: number; wasDefault: boolean; brand: string; last4: string }>(
    `with going as (
       select pm_id, is_default from card
       where tenant_id = any($1::int[]) and user_id = $2 and removed_at is null
         and ($3::text is null or pm_id = $3) and ($4::timestamptz is null or added_at >= $4)
       order by pm_id for update)
     update card set removed_at = $5, is_default = false, detach_due = true
     from going where card.pm_id = going.pm_id
     returning card.tenant_id as "tenantId", going.is_default as "wasDefault", card.brand, card.last4`,
    [tenantIds, userId, pmId ?? null, since ?? null, now],
  );
  if (gone.length === 0) return;
  await command(tx, [{ command: "wake", key: "detach-cards" }]);
  for (const { tenantId, ...card } of gone.filter(({ wasDefault }) => wasDefault)) {
    await promoteNewest(tx, tenantId);
    await stopForCard(tx, { tenantId, card: cardLabel(card), now });
  }
}
