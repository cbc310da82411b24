import { hasLabel } from "~/fleet/node-labels";
import { type FleetNode, needsAttention } from "./fleet-node";
import { type Sort, sortFleet, sortOf } from "./fleet-sort";

/** Filter and display of nodes: the query of the screen's GET form. */
export interface FleetFilter {
  /** Part of the name, of an address or of a running tenant's name; at most 100 characters. */
  q: string;
  cluster: string;
  gpu: string;
  /** 0, 1 or 2; empty for any. */
  mode: string;
  health: string;
  /** Version of the agent; `none` if it reports none. */
  agent: string;
  rack: string;
  /** A label, or the key of one. */
  label: string;
  show: Show;
  /** Null: what needs attention first. */
  sort: Sort | null;
  /** Empty: by the size of the fleet. */
  view: "" | "list" | "cards";
  map: "load" | "state";
}

export const SHOWS = ["all", "attention", "dead", "healthy", "new", "drain", "upgrade", "idle"] as const;
export type Show = (typeof SHOWS)[number];

export const SHOW_LABELS: Record<Show, string> = {
  all: "All nodes",
  attention: "Needs attention",
  dead: "Dead",
  healthy: "Healthy",
  new: "Never reported",
  drain: "Mode Drain",
  upgrade: "Mode Upgrade",
  idle: "No task",
};

/** Value in the address for an agent that reports no version. */
export const NO_VERSION = "none";

const Q_MAX = 100;

/** Reads the filter of an address. Unknown values are ignored. */
export function fleetFilterOf(search: URLSearchParams): FleetFilter {
  const text = (name: string) => (search.get(name) ?? "").trim().slice(0, Q_MAX);
  const oneOf = <One extends string>(name: string, all: readonly One[], otherwise: One): One =>
    all.find((one) => one === search.get(name)) ?? otherwise;
  return {
    q: text("q"),
    cluster: text("cluster"),
    gpu: text("gpu"),
    mode: oneOf("mode", ["0", "1", "2"], ""),
    health: oneOf("health", ["new", "healthy", "error", "dead"], ""),
    agent: text("agent"),
    rack: text("rack"),
    label: text("label"),
    show: oneOf("show", SHOWS, "all"),
    sort: sortOf(text("sort")),
    view: oneOf("view", ["list", "cards"], ""),
    map: oneOf("map", ["load", "state"], "load"),
  };
}

/** Checks whether the filter omits nodes. */
export function isAsked({ q, cluster, gpu, mode, health, agent, rack, label, show }: FleetFilter): boolean {
  return show !== "all" || [q, cluster, gpu, mode, health, agent, rack, label].some((one) => one !== "");
}

/** Checks whether the filter needs the tenants of each node. */
export function asksForTenants({ q, sort }: FleetFilter): boolean {
  return q !== "" || sort?.column === "tenants";
}

/** Filters and sorts the nodes; without an order those that need attention come first, then by cluster and name. */
export function filterFleet(fleet: readonly FleetNode[], filter: FleetFilter): FleetNode[] {
  const q = filter.q.toLowerCase();
  const is = (wanted: string, value: string) => wanted === "" || wanted === value;
  const found = fleet.filter(
    (node) =>
      is(filter.cluster, node.cluster_name) &&
      is(filter.gpu, node.gpu_type) &&
      is(filter.mode, String(node.drain)) &&
      is(filter.health, node.health) &&
      is(filter.agent, node.agent_version ?? NO_VERSION) &&
      is(filter.rack, node.rack) &&
      (filter.label === "" || hasLabel(node.labels, filter.label)) &&
      SHOW[filter.show](node) &&
      (q === "" || textOf(node).includes(q)),
  );
  return sortFleet(found, filter.sort);
}

const SHOW: Record<Show, (node: FleetNode) => boolean> = {
  all: () => true,
  attention: needsAttention,
  dead: (node) => node.health === "dead",
  healthy: (node) => node.health === "healthy",
  new: (node) => node.health === "new",
  drain: (node) => node.drain === 1,
  upgrade: (node) => node.drain === 2,
  idle: (node) => node.used === 0,
};

function textOf({ node_name, ip_internal, ip_public, tenant_names, rack, labels }: FleetNode): string {
  return [node_name, ip_internal, ip_public ?? "", tenant_names, rack, ...labels].join("\n").toLowerCase();
}
