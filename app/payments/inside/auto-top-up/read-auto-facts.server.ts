import { type Queryable } from "~/platform/db.server";
import { readAvailable } from "~/money/read-available.server";
import { ZERO } from "~/money/units";
import { PAYMENTS_MISSING } from "~/payments/missing-payments-sql";
import type { AutoFacts, AutoSettings } from "./auto-need";
import type { Standing } from "./auto-standing";

export type TenantFacts = AutoFacts & { tenantId: number };

/** Reads everything that decides on these tenants' automatic top-ups. Omits tenants without a row. */
export async function readAutoFacts(
  q: Queryable,
  { tenantIds, now }: { tenantIds: readonly number[]; now: Date },
): Promise<TenantFacts[]> {
  const rows = await q.query<Omit<TenantFacts, "availableUnits">>(FACTS, [tenantIds, now]);
  const available = await readAvailable(q, tenantIds, now);
  return rows.map((row) => ({
    ...row,
    availableUnits: available.get(row.tenantId)?.availableUnits ?? ZERO,
  }));
}

export type StandingRow = AutoSettings & Standing;

/** Columns of a `StandingRow`. */
export const STANDING = `auto.state, auto.declines, auto.topup_id as "topupId", auto.try_after as "tryAfter",
  auto.message, auto.threshold_cents as "thresholdCents", auto.cents, auto.month_cap_cents as "monthCapCents"`;

/**
 * Top-ups that may still be paid: the provider processes them or has not answered. A page of the provider or a bank
 * counts while its visitor may still be there; an abandoned one must not block top-ups.
 */
const UNDER_WAY = `(u.state = 'pending' or (u.state = 'created' and u.way <> 'new_card')
  or (u.state in ('created', 'requires_action') and u.created_at > $2::timestamptz - interval '30 minutes'))`;

const FACTS = `
  select auto.tenant_id as "tenantId", ${STANDING},
    coalesce(sums.under_way, 0)::bigint as "underWayCents",
    coalesce(sums.month, 0)::bigint as "monthCents",
    coalesce(sums.day, 0)::bigint as "dayCents",
    case when sums.disputed then 'disputed'
      when not exists (select from member m join user_account owner on owner.id = m.user_id
        where m.tenant_id = auto.tenant_id and m.role = 'owner' and owner.state = 'active')
      then 'suspended'
      when ${PAYMENTS_MISSING} then 'restored' end as paused,
    (select pm_id from card where tenant_id = auto.tenant_id and is_default and removed_at is null) as "pmId"
  from auto_top_up auto
  left join lateral (
    select sum(u.cents) filter (where ${UNDER_WAY}) as under_way,
      sum(u.cents) filter (where u.way = 'auto' and u.state <> 'failed'
        and u.created_at >= date_trunc('month', $2::timestamptz, 'UTC')) as month,
      sum(u.cents) filter (where u.state <> 'failed'
        and u.created_at >= date_trunc('day', $2::timestamptz, 'UTC')) as day,
      bool_or(u.state = 'disputed') as disputed
    from top_up u where u.tenant_id = auto.tenant_id) sums on true
  where auto.tenant_id = any($1::int[])`;
