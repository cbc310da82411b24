import { type FleetNode, needsAttention } from "./fleet-node";

export const SORT_COLUMNS = ["name", "cluster", "gpu", "mode", "health", "used", "tenants", "updated"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sort {
  column: SortColumn;
  down: boolean;
}

/** Reads an order from the address: `used` or `-used`. */
export function sortOf(asked: string): Sort | null {
  const column = SORT_COLUMNS.find((one) => one === asked.replace(/^-/, ""));
  return column ? { column, down: asked.startsWith("-") } : null;
}

const HEALTH_ORDER = ["dead", "error", "new", "healthy"];

const COLUMNS: Record<SortColumn, (node: FleetNode) => string | number> = {
  name: (node) => keyOf(node.node_name),
  cluster: (node) => keyOf(node.cluster_name),
  gpu: (node) => keyOf(node.gpu_type),
  mode: (node) => node.drain,
  health: (node) => HEALTH_ORDER.indexOf(node.health),
  used: (node) => node.used,
  tenants: (node) => node.tenants,
  updated: (node) => node.reported_ts ?? 0,
};

/** Sorts nodes, equal ones by cluster and name; without an order those that need attention come first. */
export function sortFleet(fleet: readonly FleetNode[], sort: Sort | null): FleetNode[] {
  const first = sort ? COLUMNS[sort.column] : rank;
  const turn = sort?.down ? -1 : 1;
  return fleet
    .map((node) => ({ node, first: first(node), name: placeOf(node) }))
    .sort((one, other) => turn * compare(one.first, other.first) || compare(one.name, other.name))
    .map(({ node }) => node);
}

/** Sorts nodes by cluster and name. */
export function byPlace(fleet: readonly FleetNode[]): FleetNode[] {
  return fleet
    .map((node) => ({ node, name: placeOf(node) }))
    .sort((one, other) => compare(one.name, other.name))
    .map(({ node }) => node);
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function placeOf({ cluster_name, node_name }: FleetNode): string {
  return keyOf(`${cluster_name} ${node_name}`);
}

/**
 * Builds a sort key in which numbers count by their size: gpu-9 is before gpu-10. Names are small letters, digits, dots
 * and hyphens (9.4), so a language's rules are not needed; they would take ten times as long.
 */
function keyOf(name: string): string {
  return name.replace(/\d+/g, (digits) => digits.padStart(8, "0"));
}

function rank(node: FleetNode): number {
  if (node.health === "dead") return 0;
  return needsAttention(node) ? 1 : 2;
}
