// POST /v1/rehearsals: rehearses changes on a period of the past or on a file, for staff.
import { z } from "zod";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { IdempotencyKey } from "~/platform/http/schemas/idempotency-key";
import { keyedRequest } from "~/platform/once-for-key.server";
import { createRehearsal } from "~/rehearsal/inside/create-rehearsal.server";
import { FILE_MB_MAX } from "~/rehearsal/limits";
import { RehearsalBody, Source } from "~/rehearsal/rehearsal-input";

const MB = 1024 * 1024;

export const { loader, action } = apiRoute("rehearsals/rehearsals", {
  POST: operation({
    purpose: "Rehearses changes: what a period of the past, or a file, would have been with them",
    credentials: ["K", "S"],
    right: "fleet.act",
    ours: true,
    status: 201,
    input: RehearsalBody,
    headers: { "Idempotency-Key": IdempotencyKey },
    // Escapes in JSON make a text longer.
    body: { limitBytes: 2 * FILE_MB_MAX * MB, jsonOnly: true },
    refusals: [
      "tooManyRehearsals",
      "rehearsalPeriod",
      "rehearsalFile",
      "rehearsalFileTooLarge",
      "rehearsalRow",
      "rehearsalNoRow",
      "rehearsalName",
      "keyUsedForOtherRequest",
    ],
    answer: z.object({
      human_readable_message: z.string(),
      id: z.int().meta({ description: "Number of the rehearsal", examples: [7] }),
    }),
    run: async ({ account: { tenantId, userId }, input, request, requestId, now }) => {
      const keyed = keyedRequest(
        tenantId,
        request.headers.get("Idempotency-Key"),
        `rehearsal ${JSON.stringify(input)}`,
      );
      const { name, source, variants, seed } = input;
      const { csv, ...kept } = { csv: null, ...source };
      const asked = { source: Source.parse(kept), variants, seed };
      const { id, message } = await createRehearsal({ name, input: asked, file: csv, userId, requestId, now, keyed });
      return { human_readable_message: message, id };
    },
  }),
});
