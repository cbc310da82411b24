import type { Tx } from "~/platform/db.server";
import { notifyStopped } from "./inside/tasks/notify-stopped.server";
import { readTasks } from "./lock-tasks.server";
import { requestStop } from "./inside/tasks/stop-task.server";

/** Stops running tasks that chose to have coin mining blocked and show a sign of it (6.2). */
export async function stopMiners(
  tx: Tx,
  signs: readonly { resvGuid: string; sign: string }[],
  now: Date,
): Promise<void> {
  if (signs.length === 0) return;
  const resvGuids = [...new Set(signs.map((one) => one.resvGuid))];
  const tasks = (await readTasks(tx, resvGuids)).filter(
    (task) => task.agent === "block-mining" && task.state === "running",
  );
  for (const task of tasks) {
    const sign = signs.find((one) => one.resvGuid === task.resvGuid)?.sign ?? "";
    const reason = `coin mining seen: ${sign.slice(0, 100)}`;
    await requestStop(tx, { resvGuids: [task.resvGuid], target: "killed", reason, now });
    await notifyStopped(tx, [task], { reason, now });
  }
}
