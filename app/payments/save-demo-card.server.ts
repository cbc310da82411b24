import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { addCard } from "./inside/add-card.server";
import { ensureCustomer } from "./inside/ensure-customer.server";
import { setUpTestCard } from "./provider-cards.server";
import { providerKind } from "./stripe-client.server";

/**
 * Saves a test card of the demo's customer at the sandbox, so that their Billing has one: once, since a deleted card must
 * stay deleted. Does nothing with another provider or with MILLRACE_DEMO_TRAFFIC=off.
 */
export async function saveDemoCard({ now }: { now: Date }): Promise<void> {
  if (!env.MILLRACE_DEMO_TRAFFIC || providerKind() !== "sandbox") return;
  const [customer] = await db.query<{ tenantId: number; userId: number }>(
    `select u.tenant_id as "tenantId", u.id as "userId" from user_account u
     where u.email = 'customer@millrace.example' and u.state = 'active'
       and not exists (select from card where card.tenant_id = u.tenant_id)`,
  );
  if (!customer) return;
  const { customerId } = await ensureCustomer(customer);
  const { setupIntentId } = await setUpTestCard({ customerId, userId: customer.userId });
  await addCard({ tenantId: customer.tenantId, setupIntentId, now });
}
