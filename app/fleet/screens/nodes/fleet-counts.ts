import { type FleetNode, needsAttention } from "./fleet-node";

/** Counts of the whole fleet, or of one cluster. */
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
}

export function countFleet(fleet: readonly FleetNode[]): FleetCounts {
  const count = (holds: (node: FleetNode) => boolean) => fleet.filter(holds).length;
  return {
    nodes: fleet.length,
    healthy: count((node) => node.health === "healthy"),
    idle: count((node) => node.used === 0),
    attention: count(needsAttention),
    dead: count((node) => node.health === "dead"),
    neverReported: count((node) => node.health === "new"),
    draining: count((node) => node.drain === 1),
    upgrading: count((node) => node.drain === 2),
  };
}
