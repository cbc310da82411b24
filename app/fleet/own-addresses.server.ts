import { isAt, splitSshAddr } from "~/compute/ssh-address";
import type { LockedPlacement } from "~/compute/locked-task";
import { gatewayAddr, giveSshPorts, sshGateway } from "~/compute/ssh-gateway.server";
import type { Tx } from "~/platform/db.server";
import type { ObservedTask } from "./agent-messages";

export const FOREIGN_ADDRESSES = "a node reported task addresses that do not belong to it; they were not stored";
export const NO_SSH_PORT = "all of SSH_GATEWAY_PORTS are taken; a task without one cannot start";

interface Addresses {
  ipInternal: string;
  ipPublic: string | null;
  sshGateway: boolean;
}

/**
 * Drops task addresses in a node's report that are not on the node itself. A hijacked agent could otherwise send
 * customers, and the server's own check, anywhere. A task with a dropped address keeps its known one, or has none yet.
 * On a node with the SSH gateway the address is that of the task's port there (19.4).
 */
export function withOwnAddresses(
  node: Addresses,
  tasks: readonly ObservedTask[],
  placements: readonly LockedPlacement[],
): { tasks: ObservedTask[]; foreign: string[] } {
  const known = new Map(placements.map((placement) => [placement.placementId, placement]));
  const foreign: string[] = [];
  const own = tasks.map((task) => {
    const placement = known.get(task.placement_id);
    if (placement === undefined || task.ssh_addr === "") return task;
    const { sshAddr: before, sshPort } = placement;
    if (usesGateway(node)) return { ...task, ssh_addr: (sshPort === null ? null : gatewayAddr(sshPort)) ?? before };
    const address = splitSshAddr(task.ssh_addr);
    if (address && isAt(address, [node.ipPublic, node.ipInternal])) return task;
    foreign.push(task.ssh_addr);
    return { ...task, ssh_addr: before };
  });
  return { tasks: own, foreign };
}

/** Finds the placements that need a port of the SSH gateway and have none. */
export function withoutSshPort(node: Addresses, placements: readonly LockedPlacement[]): LockedPlacement[] {
  return usesGateway(node) ? placements.filter(({ run, sshPort }) => run && sshPort === null) : [];
}

/** Gives them their ports, and returns all placements with the ports that they have then. */
export async function withSshPorts(
  tx: Tx,
  node: Addresses,
  placements: readonly LockedPlacement[],
): Promise<LockedPlacement[]> {
  const lacking = withoutSshPort(node, placements).map(({ placementId }) => placementId);
  const given = await giveSshPorts(tx, lacking);
  return placements.map((one) => ({ ...one, sshPort: one.sshPort ?? given.get(one.placementId) ?? null }));
}

function usesGateway({ sshGateway: wanted }: Addresses): boolean {
  return wanted && sshGateway() !== null;
}
