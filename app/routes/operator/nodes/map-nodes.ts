import { isFlagged, type NodeView, occupiedGpus } from "./node-view";

/** A node as a square of the map: how full it is, and whether it needs attention or is kept free. */
export interface MapNode {
  name: string;
  /** 0 to 4: empty to wholly in use. */
  fill: number;
  mark: "" | "flagged" | "kept";
}

const STEPS = 4;

export function mapNodes(fleet: NodeView[]): { name: string; nodes: MapNode[] }[] {
  const clusters = new Map<string, MapNode[]>();
  for (const view of [...fleet].sort(byName)) {
    const nodes = clusters.get(view.node.cluster_name) ?? [];
    nodes.push(mapNode(view));
    clusters.set(view.node.cluster_name, nodes);
  }
  return [...clusters].map(([name, nodes]) => ({ name, nodes }));
}

function mapNode(view: NodeView): MapNode {
  const inUse = occupiedGpus(view.tenants).size;
  return {
    name: view.node.node_name,
    fill: view.gpus === 0 ? 0 : Math.ceil((STEPS * inUse) / view.gpus),
    mark: isFlagged(view) ? "flagged" : view.node.drain === 0 ? "" : "kept",
  };
}

function byName(one: NodeView, other: NodeView): number {
  const [a, b] = [one.node, other.node];
  return (
    a.cluster_name.localeCompare(b.cluster_name, "en") ||
    a.node_name.localeCompare(b.node_name, "en", { numeric: true })
  );
}
