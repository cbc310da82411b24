import type { FleetNode } from "~/fleet/inside/nodes/read-fleet.server";

export type { FleetNode };

/** Checks whether the node takes no tasks because of a fault (2.4, 6.1). */
function isUnwell({ health, reboot, errors }: Pick<FleetNode, "health" | "reboot" | "errors">): boolean {
  return health === "dead" || health === "error" || reboot || errors > 0;
}

type Attention = Pick<
  FleetNode,
  "health" | "reboot" | "errors" | "overdue" | "critical" | "warnings" | "unsteady" | "failed_chore"
>;

/**
 * Checks whether staff have to act: the node is unwell or unsteady, has findings or a failed command, or is still
 * occupied.
 */
export function needsAttention(node: Attention): boolean {
  return isUnwell(node) || node.overdue || node.critical + node.warnings > 0 || node.unsteady || node.failed_chore;
}
