import { db } from "~/platform/db.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { secondsAfter } from "~/compute/whole-seconds";
import { hashOf, makeSecret } from "./agent-secret.server";
import type { AuthenticatedNode } from "~/fleet/authenticate-agent.server";

/** AGENT_KEY_OVERLAP_MIN */
const OVERLAP_MIN = 10;

/**
 * Gives a node a new agent key; the previous one stays valid for 10 more minutes (4.1). Only the present key may
 * request it: a stolen older key must not take over the node. With a key of the caller's own, the request may be
 * repeated when its answer was lost. @throws Refusal 403
 */
export async function rotateAgentKey({
  node: { nodeId, keyHash },
  agentKey = null,
  now,
}: {
  node: Pick<AuthenticatedNode, "nodeId" | "keyHash">;
  agentKey?: string | null;
  now: Date;
}): Promise<{ agentKey: string }> {
  const { secret, hash } = agentKey === null ? makeSecret("mra_") : { secret: agentKey, hash: hashOf(agentKey) };
  const rotated = await db.query(
    `update node set old_key_hash = agent_key_hash, old_key_until = $3, agent_key_hash = $2
     where id = $1 and agent_key_hash = $4 and agent_key_hash <> $2 returning 1`,
    [nodeId, hash, secondsAfter(now, OVERLAP_MIN * 60), keyHash],
  );
  // A later statement: the update may have waited for the same request, which did it.
  const same = `select from node where id = $1 and agent_key_hash = $2 and $3 in (agent_key_hash, old_key_hash)`;
  if (rotated.length === 0 && (await db.query(same, [nodeId, hash, keyHash])).length === 0)
    throw new Refusal(M.notAllowed, { status: 403 });
  return { agentKey: secret };
}
