// POST /v1/reserve: starts or enqueues a task.
import { z } from "zod";
import { ReserveFields } from "~/domain/tasks/reserve-input";
import { reserveTask } from "~/domain/tasks/reserve-task.server";
import { apiRoute, operation } from "~/http/api-route.server";

const ReserveAnswer = z.object({
  human_readable_message: z.string(),
  resv_guid: z.string(),
  task_name: z.string(),
  state: z.enum(["placing", "queued"]),
  status: z.string(),
  position: z.int().nullable(),
  gpus: z.int(),
  pph: z.int(),
});

export const { loader, action } = apiRoute("/v1/reserve", {
  POST: operation({
    purpose: "Starts a task, or enqueues it with enqueue 1 and agree 1",
    credentials: ["K", "S"],
    limit: "reserve",
    input: ReserveFields,
    answer: ReserveAnswer,
    run: ({ account: { tenantId, userId }, input, request, now }) => {
      const idempotencyKey = request.headers.get("Idempotency-Key");
      return reserveTask({ tenantId, userId, input, idempotencyKey, now });
    },
  }),
});
