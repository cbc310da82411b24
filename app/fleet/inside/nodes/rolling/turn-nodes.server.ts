import { db, type Tx } from "~/platform/db.server";
import { TURN, type TurnNode } from "./rolling";

export interface KeptNode extends TurnNode {
  drainId: number;
  nodeId: number;
  nodeName: string;
}

/** State of the last chore of that kind since the node's turn began. */
const lastOf = (kind: "maintenance" | "self-test") => `(select c.state from node_chore c where c.node_id = n.id
  and c.kind = '${kind}' and c.asked_at >= m.turn_at and c.state <> 'dropped' order by c.id desc limit 1)`;

/**
 * Reads nodes of these plans that have their turn, waiting ones of a cancelled plan, and waiting ones that were
 * retired.
 */
export async function readTurnNodes(
  drainIds: readonly number[],
  only: { tx?: Tx; nodeId?: number } = {},
): Promise<KeptNode[]> {
  return await (only.tx ?? db).query<KeptNode>(
    `select m.drain_id as "drainId", n.id as "nodeId", n.node_name as "nodeName", m.state as turn, m.empty_at as "emptyAt",
       n.retired_at is not null as retired, n.health, n.awaits_test as "awaitsTest", n.drain, n.chores_able as able,
       d.empty_by as "toldBy", not exists (select from held_gpu h where h.node_id = n.id) as empty,
       ${lastOf("maintenance")} as maintenance, ${lastOf("self-test")} as "selfTest"
     from rolling_drain_node m join rolling_drain r on r.id = m.drain_id join node n on n.id = m.node_id
       left join drain_plan d on d.node_id = n.id
     where m.drain_id = any($1::int[]) and (m.state = any($2::text[])
         or (m.state = 'waiting' and (r.state = 'cancelled' or n.retired_at is not null)))
       and ($3::int is null or n.id = $3)
     order by n.id`,
    [drainIds, TURN, only.nodeId ?? null],
  );
}
