import { db } from "~/db.server";
import { secondsAfter } from "~/domain/tasks/whole-seconds";
import { makeSecret } from "./agent-secret.server";

/** AGENT_KEY_OVERLAP_MIN */
const OVERLAP_MIN = 10;

/** Gives a node a new agent key; the one before stays valid for 10 minutes more (4.1). */
export async function rotateAgentKey({
  nodeId,
  now,
}: {
  nodeId: number;
  now: Date;
}): Promise<{ agentKey: string }> {
  const { secret, hash } = makeSecret("mra_");
  await db.query(
    `update node set old_key_hash = agent_key_hash, old_key_until = $3, agent_key_hash = $2 where id = $1`,
    [nodeId, hash, secondsAfter(now, OVERLAP_MIN * 60)],
  );
  return { agentKey: secret };
}
