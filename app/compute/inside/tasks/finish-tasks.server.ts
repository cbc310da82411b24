import type { Tx } from "~/platform/db.server";
import { chargeUpTo } from "~/money/charge-tasks.server";
import { refundIncident } from "~/money/refund-incident.server";
import { notifyAll } from "~/platform/notify.server";
import { changePlacements } from "~/compute/change-placements.server";
import { endTasks } from "./end-tasks.server";
import type { LockedTask } from "~/compute/locked-task";
import { moveTasks } from "./move-tasks.server";
import { revokePlacements } from "./revoke-placements.server";
import type { StopTarget } from "~/compute/task-states";
import { notifyStopped } from "./notify-stopped.server";
import { floorSecond } from "~/compute/whole-seconds";

interface EndedByItself {
  task: LockedTask;
  reason: string;
  exitCode: number | null;
  /** Last report in which it ran. */
  endedAt: Date | null;
}

/**
 * Ends tasks after a placement's program ended: a gang ends with its first member, so the others are stopped (6.2). The
 * end is the last report in which it ran, because no later use is known (B2).
 */
export async function endByThemselves(tx: Tx, ended: readonly EndedByItself[], now: Date): Promise<void> {
  await stopWith(
    tx,
    ended.map((one) => ({
      ...one,
      text: one.reason === "" ? "ended by itself" : `ended by itself, ${one.reason}`,
      target: "finished",
    })),
    now,
  );
}

/** Ended by its agent for storing more than it may: killed, with a notice, and charged up to the last report in which it ran. */
export async function endOverDisk(tx: Tx, ended: readonly EndedByItself[], now: Date): Promise<void> {
  await stopWith(
    tx,
    ended.map((one) => ({ ...one, text: `stopped: ${one.reason}`, target: "killed" })),
    now,
  );
  const advice = "Start it again and store less, or choose more GPUs: each comes with more space.";
  for (const { task, reason } of ended) await notifyStopped(tx, [task], { reason, advice, now });
}

interface StoppedPart extends EndedByItself {
  text: string;
  target: StopTarget;
}

async function stopWith(tx: Tx, ended: readonly StoppedPart[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  await changePlacements(
    tx,
    ended.flatMap(({ task }) =>
      task.placements
        .filter((placement) => placement.endedAt === null && placement.run)
        .map(({ placementId }) => ({ placementId, patch: { run: false } })),
    ),
  );
  await moveTasks(
    tx,
    ended.map(({ task, reason, exitCode, endedAt, text, target }) => ({
      resvGuid: task.resvGuid,
      to: "stopping",
      text,
      reason,
      set: { stopAt: endOf(task, endedAt, now), stopTarget: target, exitCode },
    })),
    now,
  );
}

function endOf({ startedAt }: LockedTask, endedAt: Date | null, now: Date): Date {
  const end = endedAt ?? floorSecond(now);
  return startedAt !== null && startedAt > end ? startedAt : end;
}

/**
 * Finishes stopping tasks once nothing of them runs, or their nodes had two minutes to report. They get the target
 * state of the stop, dated to the second of the stop request. GPUs without a report stay taken (6.2).
 */
export async function finishTasks(tx: Tx, tasks: readonly LockedTask[], now: Date): Promise<void> {
  if (tasks.length === 0) return;
  await revokePlacements(
    tx,
    tasks.map((task) => ({ task })),
    now,
  );
  const ends = new Map(tasks.map((task) => [task.resvGuid, earliestEnd(task)]));
  await writeEnds(
    tx,
    tasks.filter((task) => ends.get(task.resvGuid)?.getTime() !== task.stopAt?.getTime()),
    ends,
  );
  // The final reports cover the time up to the request, which earlier ones could not (B2).
  await chargeUpTo(tx, { resvGuids: tasks.map((task) => task.resvGuid), now });
  const ended = await endTasks(
    tx,
    tasks.map(({ resvGuid, stopTarget, fault }) => ({
      resvGuid,
      to: stopTarget ?? "killed",
      text: `all placements have stopped${fault === "" ? "" : `; a GPU had failed: ${fault}`}`,
      set: { finishedAt: ends.get(resvGuid) ?? now },
    })),
    now,
  );
  await refundFaulty(
    tx,
    tasks.filter(({ resvGuid, fault, startedAt }) => fault !== "" && startedAt !== null && ended.includes(resvGuid)),
    now,
  );
}

/** Refunds a task stopped on a failed GPU like a lost one (B9). */
async function refundFaulty(tx: Tx, tasks: readonly LockedTask[], now: Date): Promise<void> {
  for (const { resvGuid } of tasks) await refundIncident(tx, { resvGuid, now });
  await notifyAll(
    tx,
    tasks.map(({ resvGuid, tenantId, taskName, fault }) => ({
      tenantId,
      retcode: "OK" as const,
      message: `A GPU of your task ${taskName} had failed: ${fault}. Up to 15 minutes of its charge were refunded.`,
      url: `/tasks/${resvGuid}`,
      cause: `faulty:${resvGuid}`,
      now,
    })),
  );
}

/**
 * Returns the end of a stopped task: the stop request, or an earlier end of its program that its agent could not
 * report. An exit code proves the latter, because programs that the agent ends have none. Then its last report counts
 * (B2).
 */
function earliestEnd({ stopAt, startedAt, placements }: LockedTask): Date | null {
  if (stopAt === null) return null;
  const own = placements.flatMap(({ exitCode, seenRunningAt }) =>
    exitCode !== null && seenRunningAt !== null && seenRunningAt < stopAt ? [seenRunningAt.getTime()] : [],
  );
  if (own.length === 0) return stopAt;
  return new Date(Math.max(Math.min(...own), startedAt?.getTime() ?? 0));
}

async function writeEnds(tx: Tx, tasks: readonly LockedTask[], ends: ReadonlyMap<string, Date | null>): Promise<void> {
  if (tasks.length === 0) return;
  await tx.query(
    `update task t set stop_at = e.at from unnest($1::uuid[], $2::timestamptz[]) as e(id, at) where t.resv_guid = e.id`,
    [tasks.map((task) => task.resvGuid), tasks.map((task) => ends.get(task.resvGuid))],
  );
}
