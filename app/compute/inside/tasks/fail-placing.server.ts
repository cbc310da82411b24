import type { Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { notifyAll } from "~/platform/notify.server";
import { endTasks } from "./end-tasks.server";
import type { LockedTask } from "~/compute/locked-task";
import { moveTasks } from "./move-tasks.server";
import { revokePlacements } from "./revoke-placements.server";

/** PLACE_ATTEMPTS: the third placing that fails ends the task (S14). */
const PLACE_ATTEMPTS = 3;

interface FailedPlacing {
  task: LockedTask;
  reason: string;
  /** Placements that caused the failure. */
  failed: readonly string[];
}

/**
 * Records a failed placing: the scheduler places the task again on other nodes, unless it was the third time. A task
 * whose engine's place ended before it was placed stays in the queue.
 */
export async function placeAgain(tx: Tx, failures: readonly FailedPlacing[], now: Date): Promise<void> {
  const last = failures.filter(({ task }) => task.attempts + 1 >= PLACE_ATTEMPTS);
  const again = failures.filter(({ task }) => task.attempts + 1 < PLACE_ATTEMPTS);
  await revokePlacements(tx, again.map(neverRan), now);
  await moveTasks(
    tx,
    again.map(({ task, reason }) => ({
      resvGuid: task.resvGuid,
      to: task.state === "queued" ? "queued" : "placing",
      text: `to be placed again: ${reason}`,
      set: { attempts: task.attempts + 1, sshAddr: "" },
    })),
    now,
  );
  if (again.length > 0) await command(tx, [{ command: "wake", key: "scheduler" }]);
  await failTasks(tx, last, now);
}

/** Ends tasks that never ran; nothing is charged (6.2). */
export async function failTasks(tx: Tx, failures: readonly FailedPlacing[], now: Date): Promise<void> {
  await revokePlacements(tx, failures.map(neverRan), now);
  const ended = await endTasks(
    tx,
    failures.map(({ task, reason }) => ({ resvGuid: task.resvGuid, to: "failed", text: reason, reason })),
    now,
  );
  await notifyAll(
    tx,
    failures
      .filter(({ task }) => ended.includes(task.resvGuid))
      .map(({ task, reason }) => ({
        tenantId: task.tenantId,
        retcode: "ERROR" as const,
        message: `Task ${task.taskName} failed: ${reason}.`,
        url: `/tasks/${task.resvGuid}`,
        cause: `failed:${task.resvGuid}`,
        now,
      })),
  );
}

/**
 * Builds the message for a failed placing. Nothing was charged, so this is no incident, even if one placement of a gang
 * already ran.
 */
function neverRan({ task, failed }: FailedPlacing) {
  return { task, failed, incident: false };
}
