import type { Tx } from "~/platform/db.server";
import { type LockedTask, presentPlacements } from "~/compute/locked-task";
import { moveTasks } from "./move-tasks.server";
import { ceilSecond } from "~/compute/whole-seconds";

/** All nodes know what they shall run (6.2). */
export async function beginStarting(tx: Tx, tasks: readonly LockedTask[], now: Date): Promise<void> {
  await moveTasks(
    tx,
    tasks.map(({ resvGuid }) => ({ resvGuid, to: "starting", text: "taken over by its nodes" })),
    now,
  );
}

/**
 * All placements run and answer to SSH: from the next whole second on the task is charged (B2), after an incident
 * as well as at the start; the gap of an incident is free (B9).
 */
export async function beginRunning(tx: Tx, tasks: readonly LockedTask[], now: Date): Promise<void> {
  const from = ceilSecond(now);
  await moveTasks(
    tx,
    tasks.map((task) => {
      const [first] = presentPlacements(task);
      return {
        resvGuid: task.resvGuid,
        to: "running",
        text: task.startedAt === null ? "running, charged from now on" : "running again, the gap is free",
        set: {
          startedAt: task.startedAt ?? from,
          chargedTo: from,
          sshAddr: first?.sshAddr ?? "",
          sshHostKey: first?.sshHostKey ?? "",
          idleSince: null,
        },
      };
    }),
    now,
  );
}
