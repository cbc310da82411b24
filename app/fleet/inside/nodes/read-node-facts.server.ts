import { db } from "~/platform/db.server";

/** Facts of a node beyond `GET /v1/nodes` and its reports. */
interface NodeFacts {
  node_name: string;
  gpus: number;
  /** True for simulated GPUs: a demo node. */
  simulated: boolean;
  /** Version of its agent: null if it reports none, or has not reported yet. */
  agent_version: string | null;
  /** End of the previous key after a rotation; null when there is none. */
  old_key_until_ts: number | null;
}

export async function readNodeFacts({ now, names }: { now: Date; names: readonly string[] }): Promise<NodeFacts[]> {
  return await db.query<NodeFacts>(
    `select node_name, gpus, simulated, agent_version,
       case when old_key_until > $1 then floor(extract(epoch from old_key_until))::int end as old_key_until_ts
     from node where retired_at is null and node_name = any($2::text[])`,
    [now, names],
  );
}
