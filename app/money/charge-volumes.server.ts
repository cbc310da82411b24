import type { Tx } from "~/platform/db.server";
import { unitsOfWeightSql, VOLUME_IS_CHARGED, VOLUME_MONTH_CENTS } from "./charged-volumes.server";
import { endsOfMoney } from "./inside/billing/ends-of-money.server";
import { SHORT_TENANTS } from "./inside/billing/short-sql.server";
import { addingSpends } from "./inside/billing/spend-sql";
import { touchBalances } from "./touch-balances.server";

/**
 * Charges volumes for UTC days that have ended: one movement per volume and day (17.3). Seconds of the current day
 * count as unposted charges (B6). Needs a transaction that holds these tenants' accounts.
 */
export async function chargeVolumeDays(tx: Tx, tenantIds: readonly number[], now: Date): Promise<{ units: bigint }> {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  return await charge(tx, { volumeIds: null, tenantIds, now, until: day });
}

/**
 * Charges a tenant's volumes up to a whole second, never past its money (B8): before they are resized, and when they
 * end. The caller holds the volumes and the tenant's accounts.
 */
export async function chargeVolumesUpTo(
  tx: Tx,
  { tenantId, volumeIds, until, now }: { tenantId: number; volumeIds: readonly string[]; until: Date; now: Date },
): Promise<void> {
  if (volumeIds.length === 0) return;
  const end = (await endsOfMoney(tx, [tenantId], until)).get(tenantId);
  await charge(tx, { volumeIds, tenantIds: null, now, until: end ?? until });
}

async function charge(
  tx: Tx,
  given: { volumeIds: readonly string[] | null; tenantIds: readonly number[] | null; now: Date; until: Date },
): Promise<{ units: bigint }> {
  const { volumeIds, tenantIds, now, until } = given;
  const [row] = await tx.query<{ units: bigint; tenant_ids: number[] }>(CHARGE_VOLUMES, [
    volumeIds,
    now,
    until,
    tenantIds,
  ]);
  if (!row) throw new Error("charging volumes answered no row");
  await touchBalances(tx, row.tenant_ids);
  return { units: row.units };
}

/**
 * $1 is the volumes, or null for all charged ones of the tenants $4; $2 is now; $3 is the last second to charge. With
 * $1 null, tenants whose balance does not cover everything until now are omitted: watchBalances ends their tasks (B8).
 * Each volume and UTC day makes one interval; less than a unit makes no movement, but is stored and counts later.
 */
const CHARGE_VOLUMES = `
with short as materialized (${SHORT_TENANTS}
), locked as materialized (
  select volume.volume_id, volume.tenant_id, volume.created_by_id, volume.key_line_id, volume.name, volume.gb, volume.gb_month_cents, volume.charged_to, volume.charged_weight,
    ${VOLUME_MONTH_CENTS} as month_cents
  from volume
  where ${VOLUME_IS_CHARGED} and volume.charged_to < date_trunc('second', $3::timestamptz)
    and (volume.volume_id = any($1::uuid[])
      or ($1::uuid[] is null and volume.tenant_id = any($4::int[]) and volume.tenant_id not in (select tenant_id from short)))
  order by volume.volume_id for no key update skip locked
), stretch as materialized (
  select locked.*, greatest(charged_to, day) as from_ts, least(date_trunc('second', $3::timestamptz), day + interval '1 day') as to_ts
  from locked cross join lateral generate_series(
    date_trunc('day', charged_to, 'UTC'), date_trunc('second', $3::timestamptz) - interval '1 second', interval '1 day') day
), weighed as materialized (
  select stretch.*, month_cents * extract(epoch from to_ts - from_ts)::bigint as weight,
    charged_weight + sum(month_cents * extract(epoch from to_ts - from_ts)::bigint)
      over (partition by volume_id order by from_ts)::bigint as weight_after
  from stretch
), payable as materialized (
  select weighed.*, ${unitsOfWeightSql("weight_after")} - ${unitsOfWeightSql("weight_after - weight")} as units,
    account.id as account_id, nextval('ledger_transaction_id_seq') as transaction_id
  from weighed join ledger_account account on account.tenant_id = weighed.tenant_id and account.kind = 'customer'
), charged as (
  update volume set charged_to = done.to_ts, charged_weight = done.weight_after
  from (select volume_id, max(to_ts) as to_ts, max(weight_after) as weight_after from payable group by volume_id) done
  where volume.volume_id = done.volume_id
), posted as (
  insert into ledger_transaction (id, key, content_hash, kind, unit, tenant_id, description, at)
  select transaction_id, 'volume:' || volume_id || ':' || extract(epoch from from_ts)::bigint,
    encode(sha256(convert_to('volume|' || tenant_id || '||revenue:' || units || '|tenant:' || -units, 'UTF8')), 'hex'),
    'volume', 'usd', tenant_id,
    name || ', ' || gb || ' GB, ' || to_char(from_ts at time zone 'UTC', 'DD.MM.YYYY') || ', '
      || extract(epoch from to_ts - from_ts)::bigint || ' s', $2::timestamptz
  from payable where units > 0
), entries as (
  insert into ledger_entry (transaction_id, account_id, units)
  select transaction_id, side.account_id, side.units
  from payable cross join (select id from ledger_account where tenant_id is null and kind = 'revenue') revenue
  cross join lateral (values (payable.account_id, -payable.units), (revenue.id, payable.units)) side(account_id, units)
  where payable.units > 0
), ${addingSpends("from_ts at time zone 'UTC'")}, stretches as (
  insert into volume_charge (volume_id, from_ts, to_ts, gb, gb_month_cents, units, transaction_id)
  select volume_id, from_ts, to_ts, gb, gb_month_cents, units, case when units > 0 then transaction_id end from payable
)
select coalesce(sum(units), 0)::bigint as units, coalesce(array_agg(distinct tenant_id), '{}') as tenant_ids from payable`;
