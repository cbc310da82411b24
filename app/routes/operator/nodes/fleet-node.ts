import type { FleetNode } from "~/domain/nodes/read-fleet.server";

export type { FleetNode };

/** Whether the node takes no tasks because something is wrong with it (2.4, 6.1). */
export function isUnwell({ health, reboot, errors }: Pick<FleetNode, "health" | "reboot" | "errors">): boolean {
  return health === "dead" || health === "error" || reboot || errors > 0;
}

/** Whether staff have to do something: it is unwell, or tasks still hold it after the time by which it should be empty. */
export function needsAttention(node: Pick<FleetNode, "health" | "reboot" | "errors" | "overdue">): boolean {
  return isUnwell(node) || node.overdue;
}
