// POST /v1/tasks/{resv_guid}/own-end: changes the limits at which one's own task ends.
import { z } from "zod";
import { changeOwnEnd } from "~/compute/inside/tasks/change-own-end.server";
import { OwnEndFields } from "~/compute/inside/reserve/reserve-input";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { guidOf } from "~/platform/http/schemas/guid.server";

/** Requires one of the two limits. A typo in a name must not look like a limit. */
const OwnEndInput = z
  .strictObject(OwnEndFields.shape)
  .refine((sent) => sent.max_seconds !== undefined || sent.max_dollars !== undefined);

const OwnEndAnswer = z.object({
  human_readable_message: z.string(),
  max_seconds: z.int(),
  max_dollars: z.number(),
  ts_ends: z.int(),
});

export const { loader, action } = apiRoute("tasks/own-end", {
  POST: operation({
    purpose: "Changes when your task ends by itself; omitted fields stay as they are, 0 removes an end",
    credentials: ["K", "S"],
    need: "tasks.act",
    scope: "tasks",
    ours: true,
    input: OwnEndInput,
    statuses: [409],
    refusals: [
      "wrongRunTime",
      "ranThatLong",
      "costThatMuch",
      "wrongSpendLimit",
      "extendsOnlyOwn",
      "keyExtendsOnlyOwn",
      "startedInsideFence",
      "unreadable",
    ],
    example: {
      input: { max_seconds: 86400, max_dollars: 20 },
      answer: {
        human_readable_message: "Task first-try was changed.",
        max_seconds: 86400,
        max_dollars: 20,
        ts_ends: 1706776800,
      },
    },
    answer: OwnEndAnswer,
    run: async ({ account: { tenantId, userId }, apiKey, params, input, now }) => {
      const { max_seconds: maxSeconds, max_dollars: maxCents } = input;
      const resvGuid = guidOf(params);
      const { message, job } = await changeOwnEnd({
        ...{ tenantId, userId, keyLineId: apiKey?.lineId, resvGuid, maxSeconds, maxCents, now },
      });
      const { max_seconds, max_dollars, ts_ends } = job;
      return { human_readable_message: message, max_seconds, max_dollars, ts_ends };
    },
  }),
});
