import { db } from "~/platform/db.server";
import { TOPUP_DOLLARS } from "./top-up-limits";
import { readLive } from "./inside/subscription/lock-subscription.server";
import { isEnabled } from "./inside/subscription/subscription-state";
import type { Balance } from "~/money/balance";
import { readBalance } from "~/money/read-balance.server";

/** `tenant` of GET /billing/tenant (3.4). */
type TenantBilling = { tenant_name: string; company: string; tax: string } & Balance & {
    subscription_enabled: boolean;
  } & typeof TOPUP_DOLLARS;

/** Reads a tenant's data for its billing pages. Throws for an unknown tenant. */
export async function readTenantBilling({ tenantId, now }: { tenantId: number; now: Date }): Promise<TenantBilling> {
  const [tenant] = await db.query<{ tenant_name: string; company: string; tax: string }>(
    `select tenant_name, company, tax from tenant where id = $1`,
    [tenantId],
  );
  if (!tenant) throw new Error(`there is no tenant ${tenantId}`);
  const [{ balance }, subscription] = await Promise.all([readBalance({ tenantId, now }), readLive({ tenantId })]);
  return { ...tenant, ...balance, subscription_enabled: isEnabled(subscription), ...TOPUP_DOLLARS };
}
