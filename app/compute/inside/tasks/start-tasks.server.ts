import type { Tx } from "~/platform/db.server";
import { type LockedTask, presentPlacements } from "~/compute/locked-task";
import { moveTasks } from "./move-tasks.server";
import { ceilSecond } from "~/compute/whole-seconds";

/** Starts tasks whose nodes all know their desired state (6.2). */
export async function beginStarting(tx: Tx, tasks: readonly LockedTask[], now: Date): Promise<void> {
  await moveTasks(
    tx,
    tasks.map(({ resvGuid }) => ({ resvGuid, to: "starting", text: "taken over by its nodes" })),
    now,
  );
}

/**
 * Runs tasks whose placements all run and answer to SSH. The task is charged from the next whole second on (B2), at the
 * start as well as after an incident; the gap of an incident is free (B9).
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
