import { z } from "zod";
import { deleteTasks, readDeletable } from "~/compute/inside/tasks/delete-tasks.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import type { EndAnswer } from "./end-answer";

const Ends = z.object({
  task: z.union([z.array(z.guid()), z.guid()]).optional(),
  confirm: z.string().optional(),
});

/**
 * Handles the intent `end-tasks`: ends the chosen tasks; without its confirmation the screen asks, once for all of them
 * (9.10).
 */
export function endTasksIntent(actor: Viewer) {
  return onForm(Ends, async ({ task = [], confirm }, { now }) => {
    const resvGuids = [task].flat();
    if (confirm !== "1") {
      const jobs = await readDeletable({ tenantId: actor.tenantId, resvGuids, now });
      return Response.json({ endable: jobs } satisfies EndAnswer);
    }
    const ended = await deleteTasks({ actor, resvGuids, now });
    const done = ended.filter((one) => one.done).length;
    if (done < ended.length || done === 0) return Response.json({ ended } satisfies EndAnswer);
    return { notice: `${done === 1 ? "1 task is" : `${done} tasks are`} being killed.`, to: "/tasks" };
  });
}
