// GET /v1/tasks/{resv_guid}/logs/download: the whole stored log of one's own task as a text file.
import { streamTaskLog } from "~/compute/inside/tasks/stream-task-log.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { guidOf } from "~/platform/http/schemas/guid.server";

export const { loader, action } = apiRoute("tasks/download-log", {
  GET: operation({
    purpose: "The whole stored log of your task, as a text file",
    credentials: ["K", "S"],
    need: "logs.see",
    ours: true,
    media: "text/plain",
    run: async ({ account: { tenantId }, params }) => {
      const { taskName, text } = await streamTaskLog({ resvGuid: guidOf(params), tenantId });
      const headers = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": `attachment; filename="${taskName}.log"`,
      };
      return new Response(text, { headers });
    },
  }),
});
