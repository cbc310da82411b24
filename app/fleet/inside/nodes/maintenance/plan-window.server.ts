import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { announce } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { utcMinute } from "~/platform/utc-moment";
import { enterMode } from "../set-drain.server";
import { DRAIN_DRAIN, DRAIN_NORM } from "~/fleet/node-health";
import { refuseRolling } from "../rolling/plan-of-node.server";
import { endWindow } from "./end-window.server";
import { notifyOfWindow, notifyOfWithdrawal } from "./notify-of-window.server";
import { isWindow } from "./window";

interface By {
  nodeName: string;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

interface WindowWish extends By {
  from: Date;
  /** Null: until staff set Norm. */
  to: Date | null;
  /** Upgrade once it is empty, so that the maintenance command runs. */
  upgrade: boolean;
  /** Sets Norm at the end automatically: the operator's own order, carried out later. */
  autoReturn: boolean;
  /** Takes no new tasks from now on, not only from the start. */
  drainNow?: boolean;
  /** For the audit. */
  note?: string;
}

/**
 * Plans maintenance of a node. Until it begins, only the tenants on the node are notified; the job `keep-windows`
 * carries it out. @throws Refusal M100 (unknown node), M272 (times), M273 or M640 (there is a plan).
 */
export async function planWindow({
  from,
  to,
  upgrade,
  autoReturn,
  drainNow = false,
  note = "",
  ...by
}: WindowWish): Promise<{ message: string }> {
  const { nodeName, userId, requestId, now } = by;
  if (!isWindow(from, to, now)) throw Refusal.ofField("from", M.wrongWindow);
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const { id: nodeId, drain } = await lockNode(tx, nodeName);
    await refuseRolling(tx, nodeId);
    const [planned] = await tx.query<{ id: number }>(
      `insert into maintenance_window (node_id, from_at, to_at, upgrade, auto_return, made_by, made_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (node_id) where state in ('planned', 'open') do nothing returning id`,
      [nodeId, from, to, upgrade, autoReturn, userId, now],
    );
    if (!planned) throw new Refusal(M.windowTaken);
    await announce(tx, [{ entity: "node", key: nodeName }]);
    await notifyOfWindow(tx, { windowId: planned.id, now });
    const after = { from: from.toISOString(), to: to?.toISOString() ?? null, upgrade, return: autoReturn };
    const act = { userId, target: `node:${nodeName}`, reason: note, requestId, now };
    await writeAudit({ ...act, action: "node.window-plan", after }, tx);
    if (drainNow && drain === DRAIN_NORM) {
      await enterMode(tx, { nodeName, drain: DRAIN_DRAIN, why: "window", askedBy: userId, now });
      await writeAudit(
        { ...act, action: "node.drain", before: { drain: DRAIN_NORM }, after: { drain: DRAIN_DRAIN } },
        tx,
      );
    }
  });
  const until = to ? ` to ${utcMinute(to)}` : "";
  return { message: `Maintenance of ${nodeName} is planned from ${utcMinute(from)}${until}.` };
}

/** Withdraws a planned window. If the window has begun, the node keeps its current mode. @throws Refusal M100, M275. */
export async function withdrawWindow({ nodeName, userId, requestId, now }: By): Promise<{ message: string }> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const { id: nodeId } = await lockNode(tx, nodeName);
    const id = await endWindow(tx, { nodeId, state: "withdrawn", now, only: ["planned", "open"] });
    if (id === null) throw new Refusal(M.noWindow);
    await announce(tx, [{ entity: "node", key: nodeName }]);
    await notifyOfWithdrawal(tx, { windowId: id, nodeId, now });
    await writeAudit({ userId, action: "node.window-withdraw", target: `node:${nodeName}`, requestId, now }, tx);
  });
  return { message: `The planned maintenance of ${nodeName} is withdrawn.` };
}

async function lockNode(tx: Parameters<typeof announce>[0], nodeName: string) {
  const [node] = await tx.query<{ id: number; drain: number }>(
    `update node set version = version + 1 where node_name = $1 and retired_at is null and pilot_of is null returning id, drain`,
    [nodeName],
  );
  if (!node) throw new Refusal(M.noSuchNode);
  return node;
}
