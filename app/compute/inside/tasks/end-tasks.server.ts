import type { Tx } from "~/platform/db.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { type Move, moveTasks } from "./move-tasks.server";

/**
 * Moves tasks to their final state and settles them, in one transaction. The caller has posted their cost up to their
 * end, because a task in a final state is no longer charged. @returns the tasks that ended now.
 */
export async function endTasks(tx: Tx, ends: readonly Move[], now: Date): Promise<string[]> {
  const { moved } = await moveTasks(tx, ends, now);
  const ended = moved.map((task) => task.resvGuid);
  if (ended.length > 0) await settleTasks(tx, { resvGuids: ended, now });
  return ended;
}
