import { isAt, splitSshAddr } from "~/compute/ssh-address";
import type { LockedPlacement } from "~/compute/locked-task";
import type { ObservedTask } from "./agent-messages";

export const FOREIGN_ADDRESSES = "a node reported task addresses that do not belong to it; they were not stored";

interface Addresses {
  ipInternal: string;
  ipPublic: string | null;
}

/**
 * Drops task addresses in a node's report that are not on the node itself. A hijacked agent could otherwise send
 * customers, and the server's own check, anywhere. A task with a dropped address keeps its known one, or has none yet.
 */
export function withOwnAddresses(
  { ipInternal, ipPublic }: Addresses,
  tasks: readonly ObservedTask[],
  placements: readonly LockedPlacement[],
): { tasks: ObservedTask[]; foreign: string[] } {
  const known = new Map(placements.map(({ placementId, sshAddr }) => [placementId, sshAddr]));
  const foreign: string[] = [];
  const own = tasks.map((task) => {
    const before = known.get(task.placement_id);
    const address = splitSshAddr(task.ssh_addr);
    if (before === undefined || task.ssh_addr === "") return task;
    if (address && isAt(address, [ipPublic, ipInternal])) return task;
    foreign.push(task.ssh_addr);
    return { ...task, ssh_addr: before };
  });
  return { tasks: own, foreign };
}
