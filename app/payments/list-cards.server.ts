import { db } from "~/platform/db.server";
import type { SavedCard } from "./card-label";

/** Lists a tenant's saved cards, the default first, then the newest. */
export async function listCards({ tenantId }: { tenantId: number }): Promise<SavedCard[]> {
  return await db.query<SavedCard>(
    `select pm_id as "pmId", brand, last4, exp_month as "expMonth", exp_year as "expYear",
       holder_name as "holderName", is_default as "isDefault",
       coalesce((select email from user_account where id = card.user_id), 'a deleted account') as "addedBy"
     from card where tenant_id = $1 and removed_at is null order by is_default desc, added_at desc, pm_id`,
    [tenantId],
  );
}
