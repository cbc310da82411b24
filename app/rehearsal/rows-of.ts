import type { Past, PastNode, PastTask } from "./plan";
import type { ServiceChange } from "./replay";

/** A row of capacity, with what belongs to it. */
export interface CapacityRow {
  clusterName: string;
  gpuType: string;
  tasks: PastTask[];
  nodes: PastNode[];
  changes: ServiceChange[];
}

/** The rows of capacity in the order of their names. */
export function rowsOf({ tasks, nodes, changes }: Pick<Past, "tasks" | "nodes" | "changes">): CapacityRow[] {
  const rows = new Map<string, CapacityRow>();
  const rowOf = ({ clusterName, gpuType }: Pick<PastNode, "clusterName" | "gpuType">) => {
    const key = `${clusterName}:${gpuType}`;
    const known = rows.get(key);
    if (known) return known;
    const row: CapacityRow = { clusterName, gpuType, tasks: [], nodes: [], changes: [] };
    rows.set(key, row);
    return row;
  };
  for (const task of tasks) rowOf(task).tasks.push(task);
  const rowOfNode = new Map(nodes.map((node) => [node.nodeId, rowOf(node)]));
  for (const node of nodes) rowOf(node).nodes.push(node);
  for (const change of changes) rowOfNode.get(change.nodeId)?.changes.push(change);
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
