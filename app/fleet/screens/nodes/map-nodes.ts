import { type FleetNode, needsAttention } from "./fleet-node";
import { modeName } from "./modes";

/** A node as a square of the map. */
export type MapNode = Pick<
  FleetNode,
  "node_name" | "cluster_name" | "drain" | "health" | "version" | "gpus" | "used"
> & {
  /** True if its report or its drain date needs attention. */
  flagged: boolean;
};

export function mapNode(node: FleetNode): MapNode {
  const { node_name, cluster_name, drain, health, version, gpus, used } = node;
  return { node_name, cluster_name, drain, health, version, gpus, used, flagged: needsAttention(node) };
}

/** Groups squares by cluster, in the order of the names. */
export function clustersOf(nodes: readonly MapNode[]): { name: string; nodes: MapNode[] }[] {
  const clusters = new Map<string, MapNode[]>();
  for (const node of nodes) {
    const known = clusters.get(node.cluster_name);
    if (known) known.push(node);
    else clusters.set(node.cluster_name, [node]);
  }
  return [...clusters].map(([name, members]) => ({ name, nodes: members }));
}

const STEPS = 4;

/** Shade of a square: by load, 0 (empty) to 4 (full) or the fault; by state, its mode or health. */
export function shadeOf({ gpus, used, drain, health, flagged }: MapNode, by: "load" | "state"): string {
  if (by === "state") {
    if (health !== "healthy") return health;
    if (flagged) return "flagged";
    return ["norm", "drain", "upgrade"][drain] ?? "norm";
  }
  if (flagged || health === "dead" || health === "error") return "flagged";
  if (drain !== 0) return "kept";
  return String(gpus === 0 ? 0 : Math.ceil((STEPS * used) / gpus));
}

/** Describes a square in words. */
export function squareText({ node_name, gpus, used, drain, health, flagged }: MapNode): string {
  const state = flagged && health === "healthy" ? "needs attention" : health;
  return `${node_name}: ${used} of ${gpus} GPUs, ${modeName(drain)}, ${state}`;
}
