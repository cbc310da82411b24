import { db } from "~/db.server";

/** What stays the same as long as a node is enrolled and `GET /v1/nodes` does not tell. */
export interface NodeFacts {
  node_name: string;
  gpus: number;
  /** Its GPUs are simulated: a demo node. */
  simulated: boolean;
}

export async function readNodeFacts(): Promise<NodeFacts[]> {
  return await db.query<NodeFacts>(
    `select node_name, gpus, simulated from node where retired_at is null order by node_name`,
  );
}
