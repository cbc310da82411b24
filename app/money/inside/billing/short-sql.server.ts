import { VOLUME_IS_CHARGED, volumeUnchargedUnits } from "~/money/charged-volumes.server";
import { IS_CHARGED, MOST_UNCHARGED_UNITS, UNCHARGED_UNITS } from "~/money/read-available.server";

/**
 * Selects, if $1 names no tasks or volumes, the tenants among $4 whose balance does not cover everything up to $2 (B8).
 * Reports are read only for tenants whose balance does not cover the most that their tasks can cost.
 */
export const SHORT_TENANTS = `
  select account.tenant_id from ledger_account account
  cross join lateral (select ${costOf(MOST_UNCHARGED_UNITS)} as units) most
  where $1::uuid[] is null and account.tenant_id = any($4::int[]) and account.kind = 'customer'
    and case when most.units > account.balance then ${costOf(UNCHARGED_UNITS)} > account.balance else false end`;

/** SQL for the cost of the tenant's tasks, at these units each, and of its volumes together. */
function costOf(units: string): string {
  return `(coalesce((select sum(${units}) from task where task.tenant_id = account.tenant_id and ${IS_CHARGED}), 0)
    + coalesce((select sum(${volumeUnchargedUnits("$2")}) from volume
      where volume.tenant_id = account.tenant_id and ${VOLUME_IS_CHARGED}), 0))`;
}
