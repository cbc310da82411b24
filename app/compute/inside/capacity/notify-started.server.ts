import type { Tx } from "~/platform/db.server";
import { notifyAll } from "~/platform/notify.server";
import type { PlacingDecision } from "./waiting-task";

/** Notifies customers that their queued tasks start now (6.2). A task that is placed again was announced before. */
export async function notifyStarted(tx: Tx, placed: readonly PlacingDecision[], now: Date): Promise<void> {
  await notifyAll(
    tx,
    placed
      .filter(({ task }) => !task.again)
      .map(({ task }) => ({
        tenantId: task.tenantId,
        retcode: "OK" as const,
        message: `Task ${task.taskName} is starting.`,
        url: `/tasks/${task.resvGuid}`,
        cause: `placed:${task.resvGuid}`,
        now,
      })),
  );
}
