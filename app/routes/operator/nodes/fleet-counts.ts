import { isDead, isFlagged, type NodeView, occupiedGpus } from "./node-view";

/** How the whole fleet, or one cluster of it, stands. */
export interface FleetCounts {
  nodes: number;
  healthy: number;
  /** Without a running task. */
  idle: number;
  attention: number;
  dead: number;
  neverReported: number;
  draining: number;
  upgrading: number;
  gpus: number;
  gpusInUse: number;
}

export function countFleet(fleet: NodeView[]): FleetCounts {
  const count = (holds: (view: NodeView) => boolean) => fleet.filter(holds).length;
  const sum = (of: (view: NodeView) => number) => fleet.reduce((total, view) => total + of(view), 0);
  return {
    nodes: fleet.length,
    healthy: count((view) => view.node.health === "healthy"),
    idle: count((view) => view.tenants.tasks.length === 0),
    attention: count(isFlagged),
    dead: count(isDead),
    neverReported: count((view) => view.node.health === "new"),
    draining: count((view) => view.node.drain === 1),
    upgrading: count((view) => view.node.drain === 2),
    gpus: sum((view) => view.gpus),
    gpusInUse: sum((view) => occupiedGpus(view.tenants).size),
  };
}
