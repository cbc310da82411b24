import type { Queryable } from "~/platform/db.server";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import type { ChargedTask } from "./charge";
import { VOLUME_IS_CHARGED, VOLUME_MONTH_CENTS, volumeUnchargedUnits } from "./charged-volumes.server";
import { secondsCost } from "./cost-sql";
import { ownEnd } from "./own-end-sql";
import { asUnits, type Units } from "./units";
import { hourCents } from "./volume-cost";

interface Available {
  tenantId: number;
  balanceUnits: Units;
  /** The tenant's debt, as a positive amount. */
  owedUnits: Units;
  /** Unposted charges up to `now`. May exceed the balance: then the money is used up. */
  unchargedUnits: Units;
  /** Balance less debt and unposted charges; below 0 if the money is used up or the tenant owes. */
  availableUnits: Units;
  /** Cents per hour of all charged tasks (0.8). */
  ongoingPph: number;
  /** Cents per month of all charged volumes, and their part of `unchargedUnits`. */
  volumeMonthCents: number;
  volumeUnchargedUnits: Units;
  /** Cents per hour of all tasks that hold GPUs, starting ones included, and of volumes, rounded up (S12). */
  committedPph: number;
  /** All charged tasks, including stopping ones whose last part is not yet posted. */
  chargedTasks: StoredCharge[];
}

/** A charged task, as stored. Epoch seconds. */
export interface StoredCharge extends ChargedTask {
  resv_guid: string;
  /** Charged and posted before `from`. */
  charged_seconds: number;
}

/**
 * Reads what tenants can spend at `now`, for rules (S12, B6, B7, B8). Omits tenants without ledger accounts. In a
 * transaction that holds the accounts' locks, the result stays valid until its end.
 */
export async function readAvailable(
  q: Queryable,
  tenantIds: readonly number[],
  now: Date,
): Promise<Map<number, Available>> {
  const rows = await q.query<AvailableRow>(AVAILABLE, [tenantIds, now]);
  return new Map(rows.map((row) => [row.tenant_id, toAvailable(row)]));
}

/** A row of `available`. */
export interface AvailableRow {
  tenant_id: number;
  balance: bigint;
  owed: bigint;
  uncharged: bigint;
  ongoing_pph: bigint;
  volume_month_cents: bigint;
  volume_uncharged: bigint;
  committed_pph: bigint;
  charged: StoredCharge[];
}

export function toAvailable(row: AvailableRow): Available {
  return {
    tenantId: row.tenant_id,
    balanceUnits: asUnits(row.balance),
    owedUnits: asUnits(-row.owed),
    unchargedUnits: asUnits(row.uncharged),
    availableUnits: asUnits(row.balance + row.owed - row.uncharged),
    ongoingPph: Number(row.ongoing_pph),
    volumeMonthCents: Number(row.volume_month_cents),
    volumeUnchargedUnits: asUnits(row.volume_uncharged),
    committedPph: Number(row.committed_pph) + hourCents(Number(row.volume_month_cents)),
    chargedTasks: row.charged,
  };
}

/**
 * The time up to which a task, by its alias, may be charged at `now`; null without a bound. If a node has been silent
 * for longer than its threshold, the bound is the oldest last report of the nodes, since the gap is free (A37).
 */
export const silentSince = (
  now: string,
  task = "task",
) => `(select min(last.at) from placement join node on node.id = placement.node_id
  cross join lateral (select greatest(node.reported_at, placement.seen_running_at) as at) last
  where placement.resv_guid = ${task}.resv_guid and placement.attempt = ${task}.attempts + 1 and placement.state = 'running'
    and last.at < ${now}::timestamptz - make_interval(secs => coalesce(node.reported_ts_dead, ${NODE_DEAD_DEFAULT_S})))`;

/** The last time at which a task, by its alias, costs something at `now`; null if that is `now`. */
export const chargedUntil = (now: `$${string}`, task = "task") =>
  `least(${task}.stop_at, ${ownEnd(task)}, ${silentSince(now, task)})`;
export const CHARGED_UNTIL = chargedUntil("$2");

const unchargedUnits = (until: string) =>
  secondsCost(
    "task.pph",
    `greatest(0, floor(extract(epoch from least($2::timestamptz, ${until}))) - ceil(extract(epoch from task.charged_to)))::bigint`,
  );

/**
 * Uncharged units of a task, alias `task`, up to $2 in whole seconds. Ends at its stop request, at its own end, and at
 * its last report if one of its nodes is silent. A task that is not charged costs nothing.
 */
export const UNCHARGED_UNITS = unchargedUnits(CHARGED_UNTIL);
/** The most that these can be. */
export const MOST_UNCHARGED_UNITS = unchargedUnits("$2");

/**
 * SQL: whether the task, alias `task`, is charged, or has a last part before its stop request that a report may still
 * cover.
 */
export const IS_CHARGED = `task.charged_to is not null and task.state in ('running', 'stopping')`;

/**
 * Reads the funds at $2 of each tenant whose id `is`: `= any($1::int[])`, or `= $1` for one, which the database plans
 * once where it runs as `prepared` (decision 0415). The offset makes the database compute `until` once, not once per
 * use.
 */
export const available = (is: string) => `
  select accounts.tenant_id, accounts.balance, accounts.owed,
    (coalesce(tasks.uncharged, 0) + coalesce(volumes.uncharged, 0))::bigint as uncharged,
    coalesce(tasks.ongoing_pph, 0)::bigint as ongoing_pph,
    coalesce(volumes.month_cents, 0)::bigint as volume_month_cents,
    coalesce(volumes.uncharged, 0)::bigint as volume_uncharged,
    coalesce(tasks.committed_pph, 0)::bigint as committed_pph,
    coalesce(tasks.charged, '[]') as charged
  from (select tenant_id,
          coalesce(sum(balance) filter (where kind = 'customer'), 0)::bigint as balance,
          coalesce(sum(balance) filter (where kind = 'owed'), 0)::bigint as owed
        from ledger_account where tenant_id ${is} group by tenant_id) accounts
  left join (select task.tenant_id,
          sum(${unchargedUnits("last.until")}) filter (where ${IS_CHARGED}) as uncharged,
          sum(task.pph) filter (where task.state = 'running' and task.charged_to is not null) as ongoing_pph,
          sum(task.pph) filter (where task.state <> 'stopping') as committed_pph,
          jsonb_agg(jsonb_build_object('resv_guid', task.resv_guid, 'pph', task.pph,
            'charged_seconds', task.charged_seconds, 'from', ceil(extract(epoch from task.charged_to)),
            'until', floor(extract(epoch from last.until)))) filter (where ${IS_CHARGED}) as charged
        from task
        cross join lateral (select case when ${IS_CHARGED} then ${CHARGED_UNTIL} end as until offset 0) last
        where task.tenant_id ${is} and task.state in ('placing', 'starting', 'running', 'incident', 'stopping')
        group by task.tenant_id) tasks using (tenant_id)
  left join (select volume.tenant_id, sum(${volumeUnchargedUnits("$2")}) as uncharged, sum(${VOLUME_MONTH_CENTS}) as month_cents
        from volume where volume.tenant_id ${is} and ${VOLUME_IS_CHARGED}
        group by volume.tenant_id) volumes using (tenant_id)`;

const AVAILABLE = available("= any($1::int[])");
