import { transaction } from "~/platform/db.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";

/** A customer's request to end a task. */
export async function stopTask(resvGuid: string, now: Date): Promise<void> {
  const request = { resvGuids: [resvGuid], target: "killed" as const, reason: "killed by you", now };
  await transaction((tx) => requestStop(tx, request));
}
