// POST /v1/reserve: starts or enqueues a task.
import { z } from "zod";
import { priceOfTask } from "~/compute/inside/reserve/price-of-task.server";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { IdempotencyKey } from "~/platform/http/schemas/idempotency-key";

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

const REFUSALS = [
  ...([
    "confirmEmailFirst",
    "taskNameRequired",
    "taskNameTooLong",
    "taskNameCharacters",
    "taskNameTaken",
    "unknownGpuType",
    "wrongGpuCount",
    "noFreeGpus",
    "balanceTooLow",
  ] as const),
  ...([
    "unknownCluster",
    "noSuchNetwork",
    "unknownImage",
    "agreeToQueueTerms",
    "wrongGpuRange",
    "sshKeyRequired",
    "tooManyTasks",
    "clusterTooSmall",
    "soldOut",
    "keyUsedForOtherRequest",
    "memberLimitUsed",
    "keyDayUsed",
    "keyTotalUsed",
  ] as const),
];

export const { loader, action } = apiRoute("tasks/reserve", {
  POST: operation({
    purpose: "Starts a task, or enqueues it with enqueue 1 and agree 1",
    credentials: ["K", "S"],
    need: "tasks.act",
    tool: {
      name: "rent_gpus",
      price: ({ account: { tenantId, userId }, input, now }) => priceOfTask({ tenantId, userId, input, now }),
    },
    scope: "tasks",
    limit: "reserve",
    input: ReserveFields,
    required: ["task_name", "gpu_type", "gpu_min"],
    headers: { "Idempotency-Key": IdempotencyKey },
    answer: ReserveAnswer,
    refusals: REFUSALS,
    example: {
      input: { task_name: "first try", gpu_type: "a5000", gpu_min: 1 },
      answer: {
        human_readable_message: "Task first-try is starting.",
        state: "placing",
        status: "unknown",
        pph: 95,
      },
    },
    run: ({ account: { tenantId, userId }, apiKey, input, request, now }) => {
      const idempotencyKey = request.headers.get("Idempotency-Key");
      return reserveTask({ tenantId, userId, keyLineId: apiKey?.lineId, input, idempotencyKey, now });
    },
  }),
});
