import { z } from "zod";
import { deleteTask } from "~/domain/tasks/delete-task.server";
import type { Viewer } from "~/http/access.server";
import { onForm } from "~/http/form.server";

const Kill = z.object({ task_name: z.string().default(""), confirm: z.string().optional() });

/** The intent `kill`: as GET /v1/delete; without its confirmation the screen asks (2.5). */
export function killIntent(actor: Viewer, to: string) {
  return onForm(Kill, async ({ task_name: taskName, confirm }, { now }) => {
    if (confirm !== "1") return Response.json({ ask: taskName });
    const { message } = await deleteTask({ actor, taskName, now });
    return { notice: message, to };
  });
}
