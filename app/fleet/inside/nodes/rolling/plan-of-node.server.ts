import type { Queryable } from "~/platform/db.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { utcDateTime } from "~/platform/utc-text";

interface Planned {
  node: string;
  name: string | null;
  emptyBy: Date | null;
  fromAt: Date | null;
}

/** Nodes among these that have a plan of some kind, each with the plan in words. */
export async function readPlanned(q: Queryable, nodeIds: readonly number[]): Promise<{ node: string; plan: string }[]> {
  const rows = await q.query<Planned>(
    `select n.node_name as node, r.name, d.empty_by as "emptyBy", w.from_at as "fromAt"
     from node n
       left join rolling_drain_node m on m.node_id = n.id and m.state in ('waiting', 'draining', 'out')
       left join rolling_drain r on r.id = m.drain_id
       left join drain_plan d on d.node_id = n.id
       left join maintenance_window w on w.node_id = n.id and w.state in ('planned', 'open')
     where n.id = any($1::int[]) and (m.node_id is not null or d.id is not null or w.id is not null)
     order by n.node_name`,
    [nodeIds],
  );
  return rows.map(({ node, ...plan }) => ({ node, plan: planText(plan) }));
}

function planText({ name, emptyBy, fromAt }: Omit<Planned, "node">): string {
  if (name !== null) return `rolling drain ‘${name}’`;
  if (fromAt) return `maintenance from ${utcDateTime(fromAt)}`;
  return emptyBy ? `empty by ${utcDateTime(emptyBy)}` : "";
}

/** Refuses a plan for a node of an open rolling drain. The caller holds the node. @throws Refusal M640. */
export async function refuseRolling(q: Queryable, nodeId: number): Promise<void> {
  const [rolling] = await q.query<{ node: string; name: string }>(
    `select n.node_name as node, r.name from rolling_drain_node m join rolling_drain r on r.id = m.drain_id
       join node n on n.id = m.node_id
     where m.node_id = $1 and m.state in ('waiting', 'draining', 'out')`,
    [nodeId],
  );
  if (rolling) throw new Refusal(M.plannedAlready({ node: rolling.node, plan: `rolling drain ‘${rolling.name}’` }));
}
