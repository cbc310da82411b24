import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { notifyAll } from "~/platform/notify.server";
import { writeAudit } from "~/platform/write-audit.server";
import {
  askForMaintenance,
  askForTest,
  type ChoreReason,
  dropChores,
  isTested,
  owesTest,
} from "./chores/ask-chore.server";
import { endedWords, leaveUpgrade } from "./leave-upgrade.server";
import { announceNode, lockNode, desiredChanged } from "./locked-node.server";
import { endOpenWindow } from "./maintenance/end-window.server";
import { DRAIN_MODES, DRAIN_NORM, DRAIN_UPGRADE } from "~/fleet/node-health";
import { notifyOfStay } from "~/fleet/notify-of-drain.server";

interface DrainWish {
  nodeName: string;
  /** 0 Norm, 1 Drain, 2 Upgrade */
  drain: number;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Sets a node's drain mode (6.1). Running tasks are not touched; for Upgrade their customers are notified, once per
 * task. Norm withdraws the date by which the node should be empty. Drain ends a plan that brought it to Upgrade. @throws Refusal M100 (unknown node), M101 (unknown
 * mode).
 */
export async function setDrain(wish: DrainWish): Promise<{ message: string }> {
  const { nodeName, drain, userId, requestId, now } = wish;
  const mode = DRAIN_MODES[drain];
  if (mode === undefined) throw new Refusal(M.wrongDrainFlag);
  const ended = await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const node = await enterMode(tx, { nodeName, drain, why: "upgrade", askedBy: userId, now });
    if (drain === DRAIN_UPGRADE) await notifyCustomers(tx, node.id, now);
    if (drain === DRAIN_NORM) await withdrawPlan(tx, node.id, now);
    if (drain === DRAIN_NORM) await endOpenWindow(tx, { nodeId: node.id, state: "withdrawn", now });
    const ended = await leaveUpgrade(tx, { nodeId: node.id, before: node.before, drain, now });
    const target = `node:${nodeName}`;
    await writeAudit(
      {
        userId,
        action: "node.drain",
        target,
        before: { drain: node.before },
        after: { drain, ...(ended !== null && { ends: ended }) },
        requestId,
        now,
      },
      tx,
    );
    return ended;
  });
  return { message: `Mode of ${nodeName} set to ${mode}.${endedWords(ended)}` };
}

interface Entry {
  nodeName: string;
  drain: number;
  why: ChoreReason;
  askedBy: number | null;
  now: Date;
}

/**
 * Changes the mode and requests the operator's commands. Upgrade requests the maintenance command once, and leaving it
 * drops one that has not begun. A node that returns from Upgrade to Norm, directly or by way of Drain, serves again
 * after a self-test, unless one has passed since the maintenance.
 */
export async function enterMode(
  tx: Tx,
  { nodeName, drain, why, askedBy, now }: Entry,
): Promise<{ id: number; before: number }> {
  const node = await changeMode(tx, nodeName, drain);
  if (node.before === drain) return node;
  const by = { nodeId: node.id, why, askedBy, now };
  if (drain === DRAIN_UPGRADE) await askForMaintenance(tx, by);
  if (node.before === DRAIN_UPGRADE) await dropChores(tx, { nodeId: node.id, kind: "maintenance", now });
  if (drain !== DRAIN_NORM) return node;
  const untested = node.before === DRAIN_UPGRADE ? !(await isTested(tx, node.id)) : await owesTest(tx, node.id);
  if (untested) await askForTest(tx, by);
  return node;
}

/** Locks the node and changes its mode, if that is different. */
async function changeMode(tx: Tx, nodeName: string, drain: number): Promise<{ id: number; before: number }> {
  const node = await lockNode(tx, nodeName);
  const { id, drain: before } = node;
  if (before === drain) return { id, before };
  await tx.query(
    `update node set drain = $2, version = version + 1, desired_version = desired_version + 1 where id = $1`,
    [id, drain],
  );
  await announceNode(tx, node, desiredChanged(node));
  return { id, before };
}

/**
 * Withdraws the date by which the node should be empty, because it returns to Norm, and notifies everyone who knew it.
 */
export async function withdrawPlan(tx: Tx, nodeId: number, now: Date): Promise<void> {
  const [plan] = await tx.query<{ id: number }>(`delete from drain_plan where node_id = $1 returning id`, [nodeId]);
  if (plan) await notifyOfStay(tx, { planId: plan.id, nodeId, now });
}

async function notifyCustomers(tx: Tx, nodeId: number, now: Date): Promise<void> {
  const tasks = await tx.query<{ resvGuid: string; tenantId: number; taskName: string }>(
    `select distinct t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.task_name as "taskName"
     from placement p join task t on t.resv_guid = p.resv_guid
     where p.node_id = $1 and p.ended_at is null and p.run and t.finished_at is null`,
    [nodeId],
  );
  await notifyAll(
    tx,
    tasks.map(({ resvGuid, tenantId, taskName }) => ({
      tenantId,
      retcode: "OK" as const,
      message: `Maintenance is planned for the node of your task ${taskName}. The task keeps running until you kill it.`,
      url: `/tasks/${resvGuid}`,
      cause: `upgrade:${resvGuid}`,
      now,
    })),
  );
}
