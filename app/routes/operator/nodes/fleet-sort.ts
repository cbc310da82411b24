import { type FleetNode, needsAttention } from "./fleet-node";

export const SORT_COLUMNS = ["name", "cluster", "gpu", "mode", "health", "used", "tenants", "updated"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sort {
  column: SortColumn;
  down: boolean;
}

/** `used` or `-used`, as the address says it. */
export function sortOf(asked: string): Sort | null {
  const column = SORT_COLUMNS.find((one) => one === asked.replace(/^-/, ""));
  return column ? { column, down: asked.startsWith("-") } : null;
}

/** Numbers in names by their size: gpu-9 is before gpu-10. */
const { compare } = new Intl.Collator("en", { numeric: true });
const HEALTH_ORDER = ["dead", "error", "new", "healthy"];

type Compare = (one: FleetNode, other: FleetNode) => number;

const byName: Compare = (one, other) =>
  compare(one.cluster_name, other.cluster_name) || compare(one.node_name, other.node_name);

const COLUMNS: Record<SortColumn, Compare> = {
  name: (one, other) => compare(one.node_name, other.node_name),
  cluster: byName,
  gpu: (one, other) => compare(one.gpu_type, other.gpu_type),
  mode: (one, other) => one.drain - other.drain,
  health: (one, other) => HEALTH_ORDER.indexOf(one.health) - HEALTH_ORDER.indexOf(other.health),
  used: (one, other) => one.used - other.used,
  tenants: (one, other) => one.tenants - other.tenants,
  updated: (one, other) => (one.reported_ts ?? 0) - (other.reported_ts ?? 0),
};

export function byColumn(sort: Sort | null): Compare {
  if (sort === null) return (one, other) => rank(one) - rank(other) || byName(one, other);
  const column = COLUMNS[sort.column];
  return (one, other) => (sort.down ? -1 : 1) * column(one, other) || byName(one, other);
}

function rank(node: FleetNode): number {
  if (node.health === "dead") return 0;
  return needsAttention(node) ? 1 : 2;
}
