// GET /v1/tasks/{resv_guid}/logs: the output of one's own task.
import { z } from "zod";
import { readTaskLogs } from "~/compute/inside/tasks/read-task-logs.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { guidOf } from "~/platform/http/schemas/guid.server";
import { limitOf } from "~/platform/http/schemas/paging";

const LogsQuery = z.object({
  after_seq: z.coerce.number().int().min(0).default(0),
  limit: limitOf(1000, 200),
  server: z
    .enum(["0", "1"])
    .default("1")
    .meta({ description: "0 leaves out the lines of the task's SSH server itself, as its screen does" }),
});
const Line = z.object({ seq: z.int(), ts: z.int(), stream: z.string(), text: z.string() });

export const { loader, action } = apiRoute("tasks/logs", {
  GET: operation({
    purpose: "The log of your task",
    credentials: ["K", "S"],
    need: "logs.see",
    tool: { name: "read_logs" },
    ours: true,
    input: LogsQuery,
    example: { input: { after_seq: 0 } },
    answer: z.object({ lines: z.array(Line), next_seq: z.int() }),
    run: ({ account: { tenantId }, params, input: { after_seq: afterSeq, limit, server } }) =>
      readTaskLogs({ resvGuid: guidOf(params), tenantId, afterSeq, limit, server: server === "1" }),
  }),
});
