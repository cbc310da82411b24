import { z } from "zod";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { deleteTask } from "~/compute/delete-task.server";
import { type JobRow, listJobs } from "~/compute/list-jobs.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";

const Kill = z.object({ task_name: z.string().default(""), confirm: z.string().optional() });

/** Task in question. */
export interface KillQuestion {
  ask: JobRow;
}

/** Handles the intent `kill`, as GET /v1/delete; without its confirmation the screen asks (2.5). */
export function killIntent(actor: Viewer, to: string) {
  return onForm(Kill, async ({ task_name: taskName, confirm }, { now }) => {
    if (confirm !== "1") {
      const unfinished = await listJobs({ tenantId: actor.tenantId, limit: 0, now });
      const job = unfinished.find((one) => one.task_name === taskName);
      if (!job) throw new Refusal(M.noUnfinishedTask({ task_name: taskName }));
      return Response.json({ ask: job } satisfies KillQuestion);
    }
    const { message } = await deleteTask({ actor, taskName, now });
    return { notice: message, to };
  });
}
