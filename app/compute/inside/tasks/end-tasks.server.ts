import type { Tx } from "~/platform/db.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { type Move, moveTasks } from "./move-tasks.server";

/**
 * Moves tasks to their final state and settles them, in one transaction. What they cost up to their end was posted
 * by the caller before, because a task in a final state is charged no more.
 * @returns the tasks that ended now.
 */
export async function endTasks(tx: Tx, ends: readonly Move[], now: Date): Promise<string[]> {
  const { moved } = await moveTasks(tx, ends, now);
  const ended = moved.map((task) => task.resvGuid);
  if (ended.length > 0) await settleTasks(tx, { resvGuids: ended, now });
  return ended;
}
