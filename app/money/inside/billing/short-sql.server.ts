import { VOLUME_IS_CHARGED, volumeUnchargedUnits } from "~/money/charged-volumes.server";
import { IS_CHARGED, UNCHARGED_UNITS } from "~/money/read-available.server";

/**
 * Selects, if $1 names no tasks or volumes, the tenants among $4 whose balance does not cover everything up to $2 (B8).
 */
export const SHORT_TENANTS = `
  select account.tenant_id from ledger_account account join (
    select task.tenant_id, ${UNCHARGED_UNITS} as units from task
    where $1::uuid[] is null and task.tenant_id = any($4::int[]) and ${IS_CHARGED}
    union all
    select volume.tenant_id, ${volumeUnchargedUnits("$2")} from volume
    where $1::uuid[] is null and volume.tenant_id = any($4::int[]) and ${VOLUME_IS_CHARGED}) cost using (tenant_id)
  where account.kind = 'customer'
  group by account.tenant_id, account.balance having sum(cost.units) > account.balance`;
