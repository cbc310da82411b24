import { isAt, splitSshAddr } from "~/compute/ssh-address";
import type { LockedPlacement } from "~/compute/locked-task";
import type { ObservedTask } from "./agent-messages";

export const FOREIGN_ADDRESSES = "a node reported task addresses that do not belong to it; they were not stored";

interface Addresses {
  ipInternal: string;
  ipPublic: string | null;
}

/**
 * What a node reports, with no address of a task but those at the node itself: a hijacked agent could send
 * customers, and the server's own check, anywhere. Such a task keeps the address that is known, or has none yet.
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
