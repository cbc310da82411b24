import type { Tx } from "~/platform/db.server";
import { chargeUpTo } from "~/money/charge-tasks.server";
import { changePlacements } from "~/compute/change-placements.server";
import { endTasks } from "./end-tasks.server";
import { lockTasks } from "~/compute/lock-tasks.server";
import type { LockedTask } from "~/compute/locked-task";
import { moveTasks } from "./move-tasks.server";
import { reviewTasks } from "~/compute/review-tasks.server";
import { revokePlacements } from "./revoke-placements.server";
import type { StopTarget } from "~/compute/task-states";
import { floorSecond } from "~/compute/whole-seconds";

interface StopRequest {
  resvGuids: readonly string[];
  /** Final state of the tasks. */
  target: StopTarget;
  reason: string;
  /** The requesting member of the tasks' tenant; omitted for anybody else. */
  memberId?: number | null;
  now: Date;
  /** Whole second after which nothing more is charged, when that is earlier than now (B8). */
  stopAt?: Date;
}

/** Tasks by the effect of the request; a task that is stopping or final already is in neither list. */
interface Stopped {
  /** Tasks that left the queue, or ended at once because no part of them is known to run. */
  ended: LockedTask[];
  stopping: LockedTask[];
}

/**
 * Requests a stop of tasks, in any state (6.2): a queued one leaves the queue, one in an incident ends at once, the
 * others stop on their nodes. Charging ends with the request. Idempotent.
 */
export async function requestStop(tx: Tx, request: StopRequest): Promise<Stopped> {
  const { resvGuids, now, reason, memberId: stoppedById = null } = request;
  const tasks = await lockTasks(tx, { resvGuids });
  const queued = tasks.filter((task) => task.state === "queued");
  const away = tasks.filter((task) => task.state === "incident");
  const placed = tasks.filter((task) => ["placing", "starting", "running"].includes(task.state));
  // A waiting task cannot finish: it was removed before it ran.
  await endTasks(
    tx,
    queued.map(({ resvGuid }) => ({
      ...{ resvGuid, to: "killed", text: "removed from the queue", reason },
      set: { stoppedById },
    })),
    now,
  );
  await revokePlacements(
    tx,
    away.map((task) => ({ task, incident: true })),
    now,
  );
  await endTasks(
    tx,
    away.map(({ resvGuid }) => ({ resvGuid, to: "killed", text: reason, reason, set: { stoppedById } })),
    now,
  );
  await beginStopping(tx, placed, request);
  await reviewTasks(
    tx,
    placed.map((task) => task.resvGuid),
    now,
  );
  return { ended: [...queued, ...away], stopping: placed };
}

/** Posts the cost of tasks up to the request and stops them on their nodes. */
async function beginStopping(
  tx: Tx,
  tasks: readonly LockedTask[],
  { target, reason, memberId: stoppedById = null, now, stopAt = floorSecond(now) }: StopRequest,
): Promise<void> {
  if (tasks.length === 0) return;
  await chargeUpTo(tx, { resvGuids: tasks.map((task) => task.resvGuid), now, endAt: stopAt });
  await changePlacements(
    tx,
    tasks.flatMap((task) =>
      task.placements
        .filter((placement) => placement.endedAt === null && placement.run)
        .map(({ placementId }) => ({ placementId, patch: { run: false } })),
    ),
  );
  await moveTasks(
    tx,
    tasks.map((task) => ({
      resvGuid: task.resvGuid,
      to: "stopping",
      text: reason,
      reason,
      set: { stopAt: notBeforeCharged(stopAt, task), stopTarget: target, stoppedById },
    })),
    now,
  );
}

/**
 * Returns a stop time that is not before the charged time: the money of all tasks may have ended before a second that
 * one of them is already charged for.
 */
function notBeforeCharged(stopAt: Date, { chargedTo }: LockedTask): Date {
  return chargedTo !== null && chargedTo > stopAt ? floorSecond(chargedTo) : stopAt;
}
