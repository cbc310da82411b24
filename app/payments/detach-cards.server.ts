import { db } from "~/platform/db.server";
import { askEach } from "./inside/ask-each.server";
import { ensureCustomer } from "./inside/ensure-customer.server";
import { followDefault } from "./inside/follow-default.server";
import { detachCard } from "./provider-cards.server";

/**
 * Detaches, at the provider, cards that `removeMemberCards` has removed here. A card whose turn fails is retried in the
 * next run; detaching twice is harmless.
 */
export async function detachCards() {
  const due = await db.query<{ pmId: string; tenantId: number }>(
    `select pm_id as "pmId", tenant_id as "tenantId" from card where detach_due order by random()`,
  );
  const failed = await askEach(due, async ({ pmId, tenantId }) => {
    await detachCard(pmId);
    const { customerId } = await ensureCustomer({ tenantId });
    await followDefault({ tenantId, customerId });
    await db.query(`update card set detach_due = false where pm_id = $1`, [pmId]);
  });
  return { due: due.length, failures: failed.map(({ one: { tenantId }, error }) => ({ tenantId, error })) };
}
