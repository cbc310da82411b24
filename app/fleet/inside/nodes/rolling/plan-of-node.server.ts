import type { Queryable } from "~/platform/db.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { utcDateTime } from "~/platform/utc-text";
import { IS_PLANNED, OPEN_TURN, PLANS } from "../planned-sql";

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
     from node n ${PLANS}
     where n.id = any($1::int[]) and ${IS_PLANNED}
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
     where m.node_id = $1 and ${OPEN_TURN}`,
    [nodeId],
  );
  if (rolling) throw new Refusal(M.plannedAlready({ node: rolling.node, plan: `rolling drain ‘${rolling.name}’` }));
}
