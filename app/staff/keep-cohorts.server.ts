import { sweep } from "~/platform/db.server";

/**
 * Counts the sign-ups of each month by the months until their first charge. Idempotent: the counts are replaced as a
 * whole, because closing an account or an old charge may change any of them.
 */
export async function keepCohorts(): Promise<void> {
  await sweep(async (connection) => await connection.query(KEEP));
}

/** A tenant is a sign-up if its owner is a customer. A charge is one for a task or a volume. */
const KEEP = `
  with counted as materialized (
    select date_trunc('month', t.created_at at time zone 'UTC')::date as month, coalesce(
        (extract(year from first.month) - extract(year from t.created_at at time zone 'UTC')) * 12
          + extract(month from first.month) - extract(month from t.created_at at time zone 'UTC'), -1)::int as months_after,
      count(*)::int as tenants
    from tenant t
    join user_account u on u.tenant_id = t.id and u.role = 'customer'
    left join (select tenant_id, min(month) as month from ledger_month where account = 'revenue' and units > 0 group by 1) first
      on first.tenant_id = t.id
    group by 1, 2
  ), gone as (
    delete from cohort c where not exists (
      select from counted where (counted.month, counted.months_after) = (c.month, c.months_after))
  )
  insert into cohort as kept (month, months_after, tenants) select month, months_after, tenants from counted
  on conflict (month, months_after) do update set tenants = excluded.tenants where kept.tenants <> excluded.tenants`;
