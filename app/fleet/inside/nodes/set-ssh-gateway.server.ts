import { sshGateway } from "~/compute/ssh-gateway.server";
import { M } from "~/fleet/messages";
import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { announceNode, lockNode, desiredChanged } from "./locked-node.server";

interface Wish {
  nodeName: string;
  /** True: through the gateway; false: at the node's own address. */
  on: boolean;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Sets how customers reach the SSH servers of a node's tasks (19.4). From the node's next report on, all its tasks have
 * the new address, running ones too. @throws Refusal M100 (unknown node), M540 (no gateway).
 */
export async function setSshGateway({ nodeName, on, userId, requestId, now }: Wish): Promise<{ message: string }> {
  if (on && !sshGateway()) throw new Refusal(M.noSshGateway);
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const node = await lockNode(tx, nodeName);
    // A new version makes its agent report at once, and the report is compared in full.
    const changed = await tx.query(
      `update node set ssh_gateway = $2, version = version + 1, desired_version = desired_version + 1
       where id = $1 and ssh_gateway <> $2 returning id`,
      [node.id, on],
    );
    if (changed.length === 0) return;
    await announceNode(tx, node, desiredChanged(node));
    const [before, after] = [{ ssh_gateway: !on }, { ssh_gateway: on }];
    await writeAudit(
      { userId, action: "node.ssh-gateway", target: `node:${nodeName}`, before, after, requestId, now },
      tx,
    );
  });
  return {
    message: on
      ? `Customers reach tasks on ${nodeName} by SSH through Millrace.`
      : `Customers reach tasks on ${nodeName} by SSH at its own address.`,
  };
}
