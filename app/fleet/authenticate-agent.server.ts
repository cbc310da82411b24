import { timingSafeEqual } from "node:crypto";
import { db } from "~/platform/db.server";
import { hashOf } from "./inside/nodes/agent-secret.server";

export interface AuthenticatedNode {
  nodeId: number;
  nodeName: string;
  keyHash: string;
  /**
   * Time of the connection in milliseconds with a fraction, by the database's clock, because workers' clocks differ.
   */
  atMs: number;
}

/**
 * The enrolled node whose agent key this is, or null (0.5). With a node name the key must be that node's own; the
 * key before a rotation is valid until its overlap ends.
 */
export async function authenticateAgent({
  nodeName = null,
  agentKey,
  now,
}: {
  nodeName?: string | null;
  agentKey: string;
  now: Date;
}): Promise<AuthenticatedNode | null> {
  if (!agentKey.startsWith("mra_")) return null;
  const hash = hashOf(agentKey);
  const [node] = await db.query<Omit<AuthenticatedNode, "keyHash"> & { keyHash: string | null }>(
    `select id as "nodeId", node_name as "nodeName",
       case when agent_key_hash = $1 then agent_key_hash else old_key_hash end as "keyHash",
       extract(epoch from clock_timestamp())::float8 * 1000 as "atMs"
     from node where retired_at is null and ($2::text is null or node_name = $2)
       and (agent_key_hash = $1 or (old_key_hash = $1 and old_key_until > $3))`,
    [hash, nodeName, now],
  );
  if (!node?.keyHash || !timingSafeEqual(Buffer.from(node.keyHash), Buffer.from(hash))) return null;
  return { ...node, keyHash: node.keyHash };
}
