import { db } from "~/db.server";

/** What is known of a node beyond `GET /v1/nodes` and its reports. */
interface NodeFacts {
  node_name: string;
  gpus: number;
  /** Its GPUs are simulated: a demo node. */
  simulated: boolean;
  /** Of its agent: null where it names none, or has not reported yet. */
  agent_version: string | null;
  /** Until when the key before a rotation still opens it; null when there is none. */
  old_key_until_ts: number | null;
}

export async function readNodeFacts({ now }: { now: Date }): Promise<NodeFacts[]> {
  return await db.query<NodeFacts>(
    `select node_name, gpus, simulated, agent_version,
       case when old_key_until > $1 then floor(extract(epoch from old_key_until))::int end as old_key_until_ts
     from node where retired_at is null order by node_name`,
    [now],
  );
}
