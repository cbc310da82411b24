import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { announce } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { utcDateTime } from "~/platform/utc-text";
import { Refusal } from "~/platform/refusal";
import { isEmptyBy, WRONG_EMPTY_BY } from "./drain-plan";
import { DRAIN_DRAIN } from "~/fleet/node-health";
import { endedWords, leaveUpgrade } from "./leave-upgrade.server";
import { enterMode } from "./set-drain.server";
import { refuseRolling } from "./rolling/plan-of-node.server";
import { notifyOfDrain } from "~/fleet/notify-of-drain.server";

interface DrainPlanWish {
  nodeName: string;
  /** Time by which the node should be empty, a whole minute. */
  emptyBy: Date;
  /** For the audit. */
  note?: string;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Sets a node to Drain at once and notifies its tenants of the time by which it should be empty (6.1). Nothing is
 * stopped at that time. A repeated date changes nothing; a new date is notified. A plan that brought the node to Upgrade ends. @throws Refusal M100 (unknown node),
 * M640 (it is in a rolling drain), or a sentence when the time is too soon or too late.
 */
export async function planDrain({
  nodeName,
  emptyBy,
  note = "",
  userId,
  requestId,
  now,
}: DrainPlanWish): Promise<{ message: string }> {
  if (!isEmptyBy(emptyBy, now)) throw Refusal.ofField("empty_by", WRONG_EMPTY_BY);
  const ended = await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const node = await enterMode(tx, { nodeName, drain: DRAIN_DRAIN, why: "operator", askedBy: userId, now });
    await refuseRolling(tx, node.id);
    const left = await leaveUpgrade(tx, { nodeId: node.id, before: node.before, drain: DRAIN_DRAIN, now });
    const [before] = await tx.query<{ emptyBy: Date }>(
      `select empty_by as "emptyBy" from drain_plan where node_id = $1`,
      [node.id],
    );
    if (node.before === DRAIN_DRAIN && before?.emptyBy.getTime() === emptyBy.getTime()) return left;
    if (before?.emptyBy.getTime() !== emptyBy.getTime()) {
      await tx.query(`delete from drain_plan where node_id = $1`, [node.id]);
      await tx.query(`insert into drain_plan (node_id, empty_by, made_at) values ($1, $2, $3)`, [
        node.id,
        emptyBy,
        now,
      ]);
      await tx.query(`update node set version = version + 1 where id = $1`, [node.id]);
      await announce(tx, [{ entity: "node", key: nodeName }]);
      await notifyOfDrain(tx, { nodeId: node.id, now });
    }
    await writeAudit(
      {
        userId,
        action: "node.drain-plan",
        target: `node:${nodeName}`,
        reason: note,
        before: { drain: node.before, empty_by: before?.emptyBy.toISOString() ?? null },
        after: { drain: DRAIN_DRAIN, empty_by: emptyBy.toISOString(), ...(left !== null && { ends: left }) },
        requestId,
        now,
      },
      tx,
    );
    return left;
  });
  return {
    message: `${nodeName} takes no new tasks and must be empty by ${utcDateTime(emptyBy)}.${endedWords(ended)}`,
  };
}
