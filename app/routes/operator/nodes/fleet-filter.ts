import { isDead, isFlagged, type NodeView } from "./node-view";

/** Which nodes are wanted: the query of the screen's GET form. */
export interface FleetFilter {
  /** Part of the name, of an address or of a running tenant's name; at most 100 characters. */
  q: string;
  cluster: string;
  show: Show;
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

const Q_MAX = 100;

/** The filter of an address. What is unknown counts as not asked for. */
export function fleetFilterOf(search: URLSearchParams): FleetFilter {
  const show = search.get("show") ?? "all";
  return {
    q: (search.get("q") ?? "").trim().slice(0, Q_MAX),
    cluster: search.get("cluster") ?? "",
    show: SHOWS.find((one) => one === show) ?? "all",
  };
}

/** The wanted nodes, those that need attention first, then by cluster and name. */
export function filterFleet(fleet: NodeView[], filter: FleetFilter): NodeView[] {
  const q = filter.q.toLowerCase();
  return fleet
    .filter((view) => filter.cluster === "" || view.node.cluster_name === filter.cluster)
    .filter((view) => SHOW[filter.show](view) && (q === "" || textsOf(view).some((text) => text.includes(q))))
    .sort((one, other) => rank(one) - rank(other) || byName(one, other));
}

const SHOW: Record<Show, (view: NodeView) => boolean> = {
  all: () => true,
  attention: isFlagged,
  dead: isDead,
  healthy: (view) => view.node.health === "healthy",
  new: (view) => view.node.health === "new",
  drain: (view) => view.node.drain === 1,
  upgrade: (view) => view.node.drain === 2,
  idle: (view) => view.tenants.tasks.length === 0,
};

function textsOf({ node, tenants }: NodeView): string[] {
  const names = tenants.tasks.map((task) => task.tenant_name);
  return [node.node_name, node.ip_internal, node.ip_public ?? "", ...names].map((text) => text.toLowerCase());
}

function rank(view: NodeView): number {
  if (isDead(view)) return 0;
  return isFlagged(view) ? 1 : 2;
}

function byName(one: NodeView, other: NodeView): number {
  const options = { numeric: true };
  return (
    one.node.cluster_name.localeCompare(other.node.cluster_name, "en") ||
    one.node.node_name.localeCompare(other.node.node_name, "en", options)
  );
}
