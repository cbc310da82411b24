/** Needs of a task on each of its nodes besides GPUs (17.6, 18.2). */
export interface NodeNeeds {
  /** True if each node must pull an image of the customer's own. */
  pulls: boolean;
  /** True if each node must reach the cluster's shared volumes. */
  shared: boolean;
  /** The node that holds a local volume of the task; null while none exists yet. */
  nodeId: number | null;
  /** GB of local volumes that have no node yet and will get this one. */
  localGb: number;
}

/** A node's means to meet these needs. */
export interface NodeMeans {
  /** True if it pulls images; the demo's nodes imitate those that they know. */
  pulls: boolean;
  /** Reach of the volumes that it keeps; null if it keeps none. */
  volumeReach: "shared" | "local" | null;
  /** GB that are left there for volumes. */
  volumeRoomGb: number;
}

/** A task with needs requires a node with means: only those start templates and take volumes. */
export function meetsNeeds(
  { pulls, shared, nodeId, localGb }: NodeNeeds,
  node: { nodeId: number; means?: NodeMeans },
): boolean {
  const { means } = node;
  if (!means || (pulls && !means.pulls)) return false;
  if (shared && means.volumeReach !== "shared") return false;
  // A node that reports no volumes does not reach them now.
  if (nodeId !== null && (nodeId !== node.nodeId || means.volumeReach !== "local")) return false;
  return localGb === 0 || (means.volumeReach === "local" && means.volumeRoomGb >= localGb);
}
