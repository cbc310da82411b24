import { db } from "~/db.server";
import { TOPUP_DOLLARS } from "~/domain/payments/top-up-limits";
import type { Balance } from "./balance";
import { readBalance } from "./read-balance.server";

const PRO = ["active", "trial", "past_due"];

/** `tenant` of GET /billing/tenant (3.4). */
export type TenantBilling = { tenant_name: string; company: string; tax: string } & Balance & {
    subscription_enabled: boolean;
  } & typeof TOPUP_DOLLARS;

/** What a tenant's billing pages need of it. Throws when there is no such tenant. */
export async function readTenantBilling({
  tenantId,
  now,
}: {
  tenantId: number;
  now: Date;
}): Promise<TenantBilling> {
  const [tenant] = await db.query<{ tenant_name: string; company: string; tax: string; pro: boolean }>(
    `select tenant_name, company, tax, exists (select from user_account
       where tenant_id = tenant.id and codify_subscription_status = any($2::text[])) as pro
     from tenant where id = $1`,
    [tenantId, PRO],
  );
  if (!tenant) throw new Error(`there is no tenant ${tenantId}`);
  const { pro, ...named } = tenant;
  const { balance } = await readBalance({ tenantId, now });
  return { ...named, ...balance, subscription_enabled: pro, ...TOPUP_DOLLARS };
}
