import { z } from "zod";
import { EVENT_MEANING, EVENT_TYPES, TEST_EVENT } from "~/platform/event-types";
import { EventSchemas } from "~/platform/http/schemas/webhook-events.server";
import { toJsonSchema } from "./json-schema.server";

const HEADERS: Record<string, string> = {
  "webhook-id": "Id of the event, the same in each attempt: ignore an id you have already handled",
  "webhook-timestamp": "When this attempt was signed, epoch seconds UTC",
  "webhook-signature": "Standard Webhooks: v1 and HMAC-SHA256 in base64, one for each valid secret",
};

/** Describes the requests that we send to customers' endpoints (15.2), as the `webhooks` of the description. */
export function describeWebhooks() {
  return Object.fromEntries(
    ([...EVENT_TYPES, TEST_EVENT] as const).map((type) => {
      const timestamp = z
        .string()
        .meta({ description: "When it happened, ISO-8601 UTC", examples: ["2024-01-31T13:23:04.000Z"] });
      const body = z.object({ type: z.literal(type), timestamp, data: EventSchemas[type] });
      return [
        type,
        {
          post: {
            operationId: `webhook-${type.replace(".", "-")}`,
            tags: ["Webhooks"],
            summary: EVENT_MEANING[type],
            description: "Respond with 2xx within 15 seconds. docs/webhooks.md describes signatures and retries.",
            security: [],
            parameters: Object.entries(HEADERS).map(([name, description]) => ({
              ...{ name, in: "header", required: true, schema: { type: "string", description } },
            })),
            requestBody: { required: true, content: { "application/json": { schema: toJsonSchema(body, "output") } } },
            responses: {
              "200": { description: "Accepted; any other 2xx means the same" },
              "410": { description: "The endpoint no longer exists: it is switched off" },
            },
          },
        },
      ];
    }),
  );
}
