import { db } from "~/platform/db.server";
import { asUnits } from "~/money/units";
import type { LinkedMovement, NodeReport } from "./explanation";
import { monthOf } from "./month";
import type { Run } from "./recompute-task";

/** A change of a task's state; `at` in epoch seconds with fractions. */
export interface StoredEvent {
  at: number;
  from: string;
  to: string;
  text: string;
}

/** The periods in which a task ran: charged from the whole second after each start (B2). */
export function runsOf(
  events: readonly StoredEvent[],
  task: { startedAt: number | null; stopAt: number | null },
): Run[] {
  // An event without a change of state does not interrupt a run.
  const changes = events.filter(({ from, to }) => from !== to);
  const runs = changes.flatMap(({ at, to }, index) => {
    const next = changes[index + 1];
    return to === "running" ? [{ from: Math.ceil(at), until: next ? Math.ceil(next.at) : null }] : [];
  });
  // A task without a stored history is measured from its first charged second.
  return runs.length > 0 || task.startedAt === null ? runs : [{ from: task.startedAt, until: task.stopAt }];
}

export async function readEvents(resvGuid: string): Promise<StoredEvent[]> {
  return await db.query<StoredEvent>(
    `select extract(epoch from at)::float8 as at, from_state as from, to_state as to, text from task_event
     where resv_guid = $1::uuid order by id`,
    [resvGuid],
  );
}

/** The first and last known report of each placement that ran. Nodes are numbered, not named (3.3). */
export async function readReports(resvGuid: string): Promise<NodeReport[]> {
  return await db.query<NodeReport>(
    `select (row_number() over (order by attempt, rank, assigned_at))::int as node, cardinality(placement.gpus) as gpus, placement.state,
       floor(extract(epoch from running_at))::float8 as from,
       floor(extract(epoch from case placement.state when 'running' then greatest(node.reported_at, seen_running_at)
         else coalesce(seen_running_at, ended_at) end))::float8 as to
     from placement join node on node.id = placement.node_id
     where resv_guid = $1::uuid and running_at is not null
     order by attempt, rank, assigned_at`,
    [resvGuid],
  );
}

/** Refunds of the task's incidents, at any time. */
export async function readRefunds(given: { tenantId: number; id: string }): Promise<LinkedMovement[]> {
  const rows = await db.query<{ id: string; at: Date; text: string; units: bigint }>(
    `select posted.id::text, posted.at, posted.description as text, sum(entry.units)::bigint as units
     from ledger_transaction posted
     join ledger_entry entry on entry.transaction_id = posted.id
     join ledger_account account on account.id = entry.account_id and account.tenant_id = $1
     where posted.tenant_id = $1 and posted.resv_guid = $2::uuid and posted.kind = 'refund'
     group by posted.id order by posted.id`,
    [given.tenantId, given.id],
  );
  return rows.map(({ at, units, ...row }) => ({ ...row, month: monthOf(at), units: asUnits(units) }));
}
