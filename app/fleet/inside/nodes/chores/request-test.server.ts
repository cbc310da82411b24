import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { announceNode, lockNode, desiredChanged } from "../locked-node.server";
import { askForTest } from "./ask-chore.server";

interface By {
  nodeName: string;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/** Requests a test of the node, for an operator, before the node gets more tasks. @throws Refusal M100 (unknown node), M274 (no command). */
export async function requestTest({ nodeName, userId, requestId, now }: By): Promise<{ message: string }> {
  await change({ nodeName, userId, now }, async (tx, nodeId) => {
    const able = await askForTest(tx, { nodeId, why: "operator", askedBy: userId, now });
    if (!able) throw new Refusal(M.noSelfTest);
    await writeAudit({ userId, action: "node.self-test", target: `node:${nodeName}`, requestId, now }, tx);
  });
  return { message: `${nodeName} runs its self-test once it is empty, and gets no tasks until the test has passed.` };
}

/**
 * Puts the node back into service without a passed test, for an operator; its agent ends one that runs.
 * @throws Refusal M100.
 */
export async function waiveTest({ nodeName, userId, requestId, now }: By): Promise<{ message: string }> {
  await change({ nodeName, userId, now }, async (tx, nodeId) => {
    await tx.query(
      `update node_chore set state = 'dropped', ended_at = $2
       where node_id = $1 and kind = 'self-test' and state in ('wanted', 'running')`,
      [nodeId, now],
    );
    await tx.query(
      `update node set awaits_test = false, version = version + 1, desired_version = desired_version + 1 where id = $1`,
      [nodeId],
    );
    await writeAudit({ userId, action: "node.waive-self-test", target: `node:${nodeName}`, requestId, now }, tx);
  });
  return { message: `${nodeName} may serve without its self-test.` };
}

async function change(
  { nodeName, userId, now }: Omit<By, "requestId">,
  work: (tx: Tx, nodeId: number) => Promise<void>,
): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const node = await lockNode(tx, nodeName);
    await work(tx, node.id);
    await announceNode(tx, node, desiredChanged(node));
  });
}
