import type { Tx } from "~/platform/db.server";
import { notifyAll } from "~/platform/notify.server";
import type { LockedTask } from "~/compute/locked-task";

/** Notifies customers whose tasks another user stopped (5.2). */
export async function notifyStopped(
  tx: Tx,
  tasks: readonly Pick<LockedTask, "resvGuid" | "tenantId" | "taskName">[],
  { reason, advice = "", now }: { reason: string; advice?: string; now: Date },
): Promise<void> {
  await notifyAll(
    tx,
    tasks.map(({ resvGuid, tenantId, taskName }) => ({
      tenantId,
      retcode: "ERROR" as const,
      message: `Task ${taskName} was killed: ${reason}. ${advice}`.trimEnd(),
      url: `/tasks/${resvGuid}`,
      cause: `stopped:${resvGuid}`,
      now,
    })),
  );
}
