import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { announce } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { hasCritical } from "./has-critical.server";
import { askForTest } from "../chores/ask-chore.server";

interface Clearing {
  nodeName: string;
  id: number;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Clears a finding that an operator has resolved, until it occurs again. The agent receives that with its desired state
 * and stops counting the finding. After the last critical finding the node awaits a self-test, if its agent has one.
 * @throws Refusal M100 (unknown node), M271 (cleared already).
 */
export async function clearFinding({ nodeName, id, userId, requestId, now }: Clearing): Promise<{ message: string }> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const [node] = await tx.query<{ id: number }>(
      `select id from node where node_name = $1 and retired_at is null for no key update`,
      [nodeName],
    );
    if (!node) throw new Refusal(M.noSuchNode);
    const [cleared] = await tx.query<{ name: string; gpu: string; severity: string; text: string }>(
      `update node_finding set cleared_at = $3, cleared_by = $4 where id = $1 and node_id = $2 and cleared_at is null
       returning name, gpu, severity, text`,
      [id, node.id, now, userId],
    );
    if (!cleared) throw new Refusal(M.findingGone);
    if (cleared.severity === "critical" && !(await hasCritical(tx, node.id)))
      await askForTest(tx, { nodeId: node.id, why: "finding", askedBy: userId, now });
    await tx.query(`update node set version = version + 1, desired_version = desired_version + 1 where id = $1`, [
      node.id,
    ]);
    await announce(tx, [{ entity: "node", key: nodeName }], [{ command: "desired", key: String(node.id) }]);
    const { name, gpu } = cleared;
    await writeAudit(
      { userId, action: "node.clear-finding", target: `node:${nodeName}`, before: { name, gpu }, requestId, now },
      tx,
    );
    return { message: `Cleared on ${nodeName}: ${cleared.text}.` };
  });
}
