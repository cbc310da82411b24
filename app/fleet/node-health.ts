import type { Sysinfo } from "./agent-messages";

export type NodeHealth = "new" | "healthy" | "error" | "dead";

/** Health by the content of a report (6.1): an error or a needed reboot keeps new placements away. */
export function healthOf({
  error_counter,
  ubuntu_needs_reboot,
}: Pick<Sysinfo, "error_counter" | "ubuntu_needs_reboot">): "healthy" | "error" {
  return error_counter > 0 || ubuntu_needs_reboot !== 0 ? "error" : "healthy";
}

/** DRAIN_NORM, DRAIN_DRAIN, DRAIN_UPGRADE with the words shown for them. */
export const DRAIN_MODES = ["Norm", "Drain", "Upgrade"] as const;
export const DRAIN_NORM = 0;
export const DRAIN_DRAIN = 1;
export const DRAIN_UPGRADE = 2;

/** Key of a node in `/dashboard/sysinfo` and `/dashboard/tenants`; unique among all nodes (3.2). */
export function nodeKeyOf(nodeName: string): string {
  return nodeName.replaceAll(/[^A-Za-z0-9]/g, "_");
}
