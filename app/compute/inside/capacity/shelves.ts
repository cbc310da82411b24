import { RankSet } from "./rank-set";

/** Nodes by how many GPUs they have free; a member is the node's rank in the order of names. */
export interface Shelves {
  whole: RankSet[];
  partly: RankSet[];
}

const LARGEST_NODE_GPUS = 16;

export function emptyShelves(nodeCount: number): Shelves {
  const sets = () => Array.from({ length: LARGEST_NODE_GPUS + 1 }, () => new RankSet(nodeCount));
  return { whole: sets(), partly: sets() };
}

export function shelfOf({ whole, partly }: Shelves, node: { freeGpus: number[]; gpus: number }): RankSet | undefined {
  return (node.freeGpus.length === node.gpus ? whole : partly)[node.freeGpus.length];
}
