import type { Tx } from "~/platform/db.server";
import { placeAgain } from "~/compute/inside/tasks/fail-placing.server";
import { lockTasks } from "~/compute/lock-tasks.server";
import { presentPlacements } from "~/compute/locked-task";
import { placeName } from "./place-name";

/**
 * Counts an attempt whose place ended before its task was placed: the task waits for another place, or has failed (S14).
 */
export async function countAttempt(
  tx: Tx,
  { resvGuid, name, reason }: { resvGuid: string; name: string; reason: string },
  now: Date,
): Promise<void> {
  const tasks = await lockTasks(tx, { resvGuids: [resvGuid] });
  const waiting = tasks.filter((task) => presentPlacements(task).length === 0 && placeName(task) === name);
  await placeAgain(
    tx,
    waiting.map((task) => ({ task, reason, failed: [] })),
    now,
  );
}
