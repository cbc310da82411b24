import type { Tx } from "~/platform/db.server";
import type { Observed } from "~/fleet/agent-messages";
import { twiceText } from "./findings/gpu-twice.server";
import { mayMoveGpus, type ReportingNode } from "./reporting-node.server";

/** SQL: tasks hold GPUs of that node. They run on when its agent ends. */
const hasTasks = (nodeId: "$1" | "n.id") => `exists (select from held_gpu h where h.node_id = ${nodeId})`;

/**
 * Node `n` has left its GPUs: it is retired, or Dead without tasks. One that is silent and not yet Dead may still be given
 * tasks, as after an outage of ours.
 */
const HAS_LEFT = `(n.retired_at is not null or n.health = 'dead' and not ${hasTasks("n.id")})`;

/**
 * Claims the reported GPUs for the node of a report: those that belong to no other node, or to one that has left. A node
 * with one that still belongs to another gets nothing, and gives back what it has once no tasks use it. @returns the fault
 * then, else null. A report without GPUs changes nothing.
 */
export async function claimGpus(tx: Tx, node: ReportingNode, observed: Observed): Promise<string | null> {
  const { nodeId, gpuUuids, gpuTwice } = node;
  const { gpu_uuids: uuids } = observed;
  if (uuids === undefined || !mayMoveGpus(node, observed)) return gpuTwice;
  // Locks also those that it gives back, all in one order. The next statement sees what the last holder has committed.
  await tx.query(
    `insert into node_gpu as g (uuid, node_id) select distinct uuid, $1::int from unnest($2::text[]) uuid order by uuid
     on conflict (uuid) do update set node_id = g.node_id where false`,
    [nodeId, [...gpuUuids, ...uuids]],
  );
  const [other] = await tx.query<{ nodeName: string }>(
    `with others as (
       select g.uuid, n.id, n.node_name, ${HAS_LEFT} as gone from node_gpu g join node n on n.id = g.node_id
       where g.uuid = any($2::text[]) and n.id <> $1
     ), taken as (
       update node_gpu set node_id = $1 where uuid in (select uuid from others where gone)
     )
     select node_name as "nodeName" from others where not gone order by id limit 1`,
    [nodeId, uuids],
  );
  if (other) await tx.query(`delete from node_gpu where node_id = $1 and not ${hasTasks("$1")}`, [nodeId]);
  else await tx.query(`delete from node_gpu where node_id = $1 and uuid <> all($2::text[])`, [nodeId, uuids]);
  return other ? twiceText(other.nodeName) : null;
}
