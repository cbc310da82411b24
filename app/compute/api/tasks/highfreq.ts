// GET /v1/highfreq: a small load graph of each running task.
import { z } from "zod";
import { loadImages } from "~/compute/inside/tasks/load-images.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("tasks/highfreq", {
  GET: operation({
    purpose: "Load graphs of running tasks by task name: base64 JPEG of 160 x 40 px",
    credentials: ["K", "S"],
    need: "tasks.see",
    answer: z.object({ images: z.record(z.string(), z.string()) }),
    run: async ({ account: { tenantId }, now }) => ({ images: await loadImages({ tenantId, now }) }),
  }),
});
