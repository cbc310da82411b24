import type { Tx } from "~/platform/db.server";
import { announce, type Command } from "~/platform/announce.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";

export interface LockedNode {
  id: number;
  nodeName: string;
  /** Mode at the time of the lock. */
  drain: number;
  /** Cluster and kind of GPU, as capacity is counted: `fra1:a5000`. */
  row: string;
}

/** Locks a node of the operator's fleet. @throws Refusal M100. */
export async function lockNode(tx: Tx, nodeName: string): Promise<LockedNode> {
  const [node] = await tx.query<LockedNode>(
    `select id, node_name as "nodeName", drain, cluster_name || ':' || gpu_type as row from node
     where node_name = $1 and retired_at is null and pilot_of is null for no key update`,
    [nodeName],
  );
  if (!node) throw new Refusal(M.noSuchNode);
  return node;
}

/** Notifies screens of the node and of free capacity, and workers of the consequences. */
export async function announceNode(tx: Tx, { nodeName, row }: LockedNode, commands: readonly Command[]): Promise<void> {
  const entities = [
    { entity: "node" as const, key: nodeName },
    { entity: "capacity" as const, key: row },
  ];
  await announce(tx, entities, commands);
}

/** Notifies the node's agent of its new desired state, and the scheduler of the change. */
export function desiredChanged({ id }: LockedNode): Command[] {
  return [
    { command: "desired", key: String(id) },
    { command: "wake", key: "scheduler" },
  ];
}
