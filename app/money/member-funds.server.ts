import type { Queryable } from "~/platform/db.server";
import { endOfMonth, monthOf } from "~/platform/spend-month";
import { unitsOfWeightSql, VOLUME_MONTH_CENTS } from "./charged-volumes.server";
import { memberKey } from "./member-key";
import { IS_CHARGED, UNCHARGED_UNITS } from "./read-available.server";
import { asUnits, type Units, UNITS_PER_CENT } from "./units";

/** The rest of a member's monthly limit (16.8). */
export interface MemberFunds {
  tenantId: number;
  userId: number;
  limitCents: number;
  /** The limit less what was charged in the month and what their volumes will still cost in it; below 0 if exceeded. */
  balanceUnits: Units;
  /** Balance less unposted charges. */
  availableUnits: Units;
  /** Cents a month of their volumes. */
  volumeMonthCents: number;
  /** Cents per hour of their charged tasks, and of all that hold GPUs. */
  ongoingPph: number;
  committedPph: number;
}

interface Row {
  tenantId: number;
  userId: number;
  limitCents: number;
  spent: bigint;
  kept: bigint;
  volumes: bigint;
  uncharged: bigint;
  ongoing: bigint;
  committed: bigint;
}

/** Limits of these members, by `memberKey`; members without a limit and former members are left out. */
export async function readMemberFunds(
  q: Queryable,
  asked: readonly { tenantId: number; userId: number }[],
  now: Date,
): Promise<Map<string, MemberFunds>> {
  if (asked.length === 0) return new Map();
  const rows = await q.query<Row>(
    `select m.tenant_id as "tenantId", m.user_id as "userId", m.limit_cents as "limitCents",
       coalesce(spend.units, 0)::bigint as spent, coalesce(storage.kept, 0)::bigint as kept,
       coalesce(storage.volumes, 0)::bigint as volumes, coalesce(run.uncharged, 0)::bigint as uncharged,
       coalesce(run.ongoing, 0)::bigint as ongoing, coalesce(run.committed, 0)::bigint as committed
     from (select distinct * from unnest($1::int[], $3::int[]) as g(tenant_id, user_id)) asked
       join member m on m.tenant_id = asked.tenant_id and m.user_id = asked.user_id
       left join member_spend spend on spend.tenant_id = m.tenant_id and spend.user_id = m.user_id and spend.month = $4
       left join lateral (
         select sum(${UNCHARGED_UNITS}) filter (where ${IS_CHARGED}) as uncharged,
           sum(task.pph) filter (where task.state = 'running' and task.charged_to is not null) as ongoing,
           sum(task.pph) filter (where task.state <> 'stopping') as committed
         from task where task.tenant_id = m.tenant_id and task.created_by_id = m.user_id
           and task.state in ('placing', 'starting', 'running', 'incident', 'stopping')) run on true
       left join lateral (
         select sum(${unitsOfWeightSql(`${VOLUME_MONTH_CENTS} * greatest(0, $5 - extract(epoch from volume.charged_to))::bigint`)}) as kept,
           sum(${VOLUME_MONTH_CENTS}) as volumes
         from volume where volume.tenant_id = m.tenant_id and volume.created_by_id = m.user_id
           and volume.state in ('kept', 'copying', 'unpaid')) storage on true
     where m.limit_cents is not null`,
    [
      ...[asked.map(({ tenantId }) => tenantId), now, asked.map(({ userId }) => userId), monthOf(now)],
      endOfMonth(now) / 1000,
    ],
  );
  return new Map(rows.map((row) => [memberKey(row.tenantId, row.userId), toFunds(row)]));
}

function toFunds({ tenantId, userId, limitCents, spent, kept, volumes, uncharged, ...run }: Row): MemberFunds {
  const balance = BigInt(limitCents) * UNITS_PER_CENT - spent - kept;
  return {
    ...{ tenantId, userId, limitCents },
    balanceUnits: asUnits(balance),
    availableUnits: asUnits(balance - uncharged),
    volumeMonthCents: Number(volumes),
    ongoingPph: Number(run.ongoing),
    committedPph: Number(run.committed),
  };
}
