// GET /v1/tasks/{resv_guid}/ports: the open ports of one's own task. POST: opens one, or closes it.
import { z } from "zod";
import { closeTaskPort, listTaskPorts, openTaskPort } from "~/compute/inside/ports/task-ports.server";
import { requireOwnTask } from "~/compute/inside/tasks/require-own-task.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { guidOf } from "~/platform/http/schemas/guid.server";

const PortRow = z.object({
  port: z.int(),
  url: z.string().meta({
    description: "Its address on the task's first node",
    examples: ["https://8888-0f2c91d4a7b3e85d6c10.tasks.example.net/"],
  }),
  nodes: z
    .array(
      z.object({
        node: z.int().meta({ description: "Which of the task's nodes it is, from 1", examples: [2] }),
        url: z.string().meta({ examples: ["https://8888-n2-0f2c91d4a7b3e85d6c10.tasks.example.net/"] }),
      }),
    )
    .meta({ description: "Its address on each node of the task" }),
  opened_ts: z.int().meta({ description: "When it was opened, in epoch seconds" }),
});
const ports = z.array(PortRow);

const PortInput = z.object({
  port: z.coerce
    .number()
    .int()
    .meta({ description: "1 to 65535, on the task's own loopback", examples: [8888] }),
  open: z.stringbool().or(z.boolean()).default(true).meta({ description: "False closes it" }),
});

export const { loader, action } = apiRoute("tasks/ports", {
  GET: operation({
    purpose: "The ports of your task that are open to HTTP",
    credentials: ["K", "S"],
    need: "tasks.see",
    ours: true,
    answer: z.object({ ports }),
    run: async ({ account: { tenantId }, params }) => {
      const resvGuid = guidOf(params);
      await requireOwnTask(resvGuid, tenantId);
      return { ports: await listTaskPorts({ tenantId, resvGuid }) };
    },
  }),
  POST: operation({
    purpose: "Opens a port of your task to HTTP, or closes it",
    credentials: ["K", "S"],
    need: "tasks.act",
    scope: "tasks",
    ours: true,
    input: PortInput,
    statuses: [409],
    refusals: ["wrongPort", "tooManyPorts", "portsNotOffered", "noUnfinishedTask", "unreadable"],
    example: { input: { port: 8888 } },
    answer: z.object({ ports }),
    run: async ({ account: { tenantId, userId }, params, input: { port, open }, now }) => {
      const task = { tenantId, userId, resvGuid: guidOf(params), port, now };
      await (open ? openTaskPort(task) : closeTaskPort(task));
      return { ports: await listTaskPorts(task) };
    },
  }),
});
