import type { Queryable } from "~/platform/db.server";
import { unitsOfWeightSql, VOLUME_MONTH_CENTS } from "./charged-volumes.server";
import { limitKey, type LimitKind, type Spender } from "./limit-key";
import { IS_CHARGED, UNCHARGED_UNITS } from "./read-available.server";
import { asUnits, type Units, UNITS_PER_CENT } from "./units";

/** The remainder of a spending limit of a member (16.8) or of an API key (16.11). */
export interface LimitFunds {
  kind: LimitKind;
  tenantId: number;
  /** The user, or the line of the key. */
  id: number;
  limitCents: number;
  /** The limit minus the charges of the period and the remaining cost of its volumes in it; below 0 if exceeded. */
  balanceUnits: Units;
  /** Balance less unposted charges. */
  availableUnits: Units;
  /** Cents a month of its volumes. */
  volumeMonthCents: number;
  /** Cents per hour of its charged tasks, and of all that hold GPUs. */
  ongoingPph: number;
  committedPph: number;
  /** Seconds of the longest period, and seconds left in the current one. */
  periodS: number;
  restS: number;
}

interface Row {
  kind: string;
  tenantId: number;
  id: number;
  limitCents: number;
  spent: bigint;
  kept: bigint;
  volumes: bigint;
  uncharged: bigint;
  ongoing: bigint;
  committed: bigint;
  periodS: number;
  restS: number;
}

/** $2 as a time without a zone, UTC. */
const NOW_UTC = `($2::timestamptz at time zone 'UTC')`;
/** SQL: whether the limit, alias `cap`, counts a task or volume. */
const COUNTS = (made: "task" | "volume") =>
  `${made}.tenant_id = cap.tenant_id and case cap.kind when 'member' then ${made}.created_by_id else ${made}.key_line_id end = cap.id`;

/**
 * The limits that apply to these spenders, by `limitKey`. A month and a day are UTC. A total has no period, so it
 * reserves the cost of its volumes for 31 days.
 */
export async function readLimitFunds(
  q: Queryable,
  asked: readonly Spender[],
  now: Date,
): Promise<Map<string, LimitFunds>> {
  const limited = asked.filter(({ userId, keyLineId }) => userId !== null || (keyLineId ?? null) !== null);
  if (limited.length === 0) return new Map();
  const rows = await q.query<Row>(
    `with asked as materialized (
       select * from unnest($1::int[], $3::int[], $4::int[]) as g(tenant_id, user_id, key_line_id)
     ), cap as materialized (
       select 'member' as kind, m.tenant_id, m.user_id as id, m.limit_cents as cents, 31 as days,
         date_trunc('month', ${NOW_UTC}) as since, date_trunc('month', ${NOW_UTC}) + interval '1 month' as until
       from (select distinct tenant_id, user_id from asked) who
         join member m on m.tenant_id = who.tenant_id and m.user_id = who.user_id
       where m.limit_cents is not null
       union all
       select limited.kind, line.tenant_id, line.id, limited.cents, limited.days, limited.since, limited.until
       from (select distinct tenant_id, key_line_id from asked) who
         join key_line line on line.id = who.key_line_id and line.tenant_id = who.tenant_id
         cross join lateral (values
         ('key_day', line.day_cents, 1, date_trunc('day', ${NOW_UTC}), date_trunc('day', ${NOW_UTC}) + interval '1 day'),
         ('key_total', line.total_cents, 31, '-infinity', date_trunc('second', ${NOW_UTC}) + interval '31 days')
       ) limited(kind, cents, days, since, until)
       where limited.cents is not null
     )
     select cap.kind, cap.tenant_id as "tenantId", cap.id, cap.cents as "limitCents", cap.days * 86400 as "periodS",
       ceil(extract(epoch from cap.until - ${NOW_UTC}))::float8 as "restS",
       coalesce(spend.units, 0)::bigint as spent, coalesce(storage.kept, 0)::bigint as kept,
       coalesce(storage.volumes, 0)::bigint as volumes, coalesce(run.uncharged, 0)::bigint as uncharged,
       coalesce(run.ongoing, 0)::bigint as ongoing, coalesce(run.committed, 0)::bigint as committed
     from cap
       cross join lateral (select case cap.kind when 'member'
         then (select units from member_spend where tenant_id = cap.tenant_id and user_id = cap.id and month = cap.since::date)
         else (select sum(units) from key_spend where key_line_id = cap.id and day >= cap.since::date) end as units) spend
       cross join lateral (
         select sum(${UNCHARGED_UNITS}) filter (where ${IS_CHARGED}) as uncharged,
           sum(task.pph) filter (where task.state = 'running' and task.charged_to is not null) as ongoing,
           sum(task.pph) filter (where task.state <> 'stopping') as committed
         from task where ${COUNTS("task")}
           and task.state in ('placing', 'starting', 'running', 'incident', 'stopping')) run
       cross join lateral (
         select sum(${unitsOfWeightSql(`${VOLUME_MONTH_CENTS} * greatest(0, extract(epoch from
             cap.until - greatest(volume.charged_to at time zone 'UTC', cap.since)))::bigint`)}) as kept,
           sum(${VOLUME_MONTH_CENTS}) as volumes
         from volume where ${COUNTS("volume")} and volume.state in ('kept', 'copying', 'unpaid')) storage`,
    [
      limited.map(({ tenantId }) => tenantId),
      now,
      limited.map(({ userId }) => userId),
      limited.map(({ keyLineId }) => keyLineId ?? null),
    ],
  );
  const limits = rows.map(toFunds);
  return new Map(limits.map((limit) => [limitKey(limit.kind, limit.tenantId, limit.id), limit]));
}

function toFunds({ kind, spent, kept, volumes, uncharged, ongoing, committed, ...row }: Row): LimitFunds {
  const balance = BigInt(row.limitCents) * UNITS_PER_CENT - spent - kept;
  return {
    ...row,
    kind: kind as LimitKind,
    balanceUnits: asUnits(balance),
    availableUnits: asUnits(balance - uncharged),
    volumeMonthCents: Number(volumes),
    ongoingPph: Number(ongoing),
    committedPph: Number(committed),
  };
}

/** A limit is reached when what is left does not pay for one more second of all its tasks together. */
export function isReached({ availableUnits, ongoingPph }: LimitFunds): boolean {
  return ongoingPph > 0 && availableUnits < BigInt(ongoingPph);
}
