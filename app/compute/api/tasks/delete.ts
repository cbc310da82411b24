// GET and POST /v1/delete: stops a running task, or removes a queued one from the queue.
import { z } from "zod";
import { deleteTask } from "~/compute/delete-task.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const DeleteInput = z.object({ task_name: z.string().default(""), account: z.string().optional() });

const rules = {
  purpose: "Stops a running task, or removes a queued task from the queue",
  credentials: ["K", "S"],
  need: "tasks.act",
  scope: "tasks",
  input: DeleteInput,
  required: ["task_name"],
  answer: z.object({ human_readable_message: z.string() }),
  refusals: ["taskNameRequired", "noUnfinishedTask"],
  example: {
    input: { task_name: "first-try" },
    answer: { human_readable_message: "Task first-try is being killed." },
  },
} as const;

const stop = operation({
  ...rules,
  changesState: true,
  run: async ({ account: actor, input: { task_name: taskName, account }, requestId, now }) => {
    const { message } = await deleteTask({ actor, taskName, account, requestId, now });
    return { human_readable_message: message };
  },
});

export const { loader, action } = apiRoute("tasks/delete", {
  GET: stop,
  POST: { ...stop, tool: { name: "stop_task", ends: true } },
});
