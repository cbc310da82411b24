import { z } from "zod";
import { onOff } from "./on-off.server";
import { DELIVERY_STATES } from "~/accounts/list-deliveries.server";
import type { EndpointFields } from "~/accounts/check-endpoint.server";
import { M } from "~/messages";
import { EVENT_TYPES } from "~/platform/event-types";
import { Refusal } from "~/platform/refusal";

type Params = Readonly<Partial<Record<string, string>>>;

/** The `{endpoint_id}` of a path; text that is not a UUID matches nothing: 404 (0.4). */
export function endpointIdOf(params: Params): string {
  const id = z.guid().safeParse(params["endpoint_id"] ?? params["endpointId"]);
  if (!id.success) throw new Refusal(M.notFound, { status: 404 });
  return id.data;
}

export function deliveryIdOf(params: Params): bigint {
  const id = placeOf(params["delivery_id"]);
  if (id === null) throw new Refusal(M.notFound, { status: 404 });
  return id;
}

/** Reads a delivery's id from a path or as the start of a page; null if it is invalid. */
export function placeOf(text: string | null | undefined): bigint | null {
  return /^[1-9]\d{0,17}$/.test(text ?? "") ? BigInt(text ?? "") : null;
}

/** Names of events, as a list or, from a form, one or several fields. */
export const eventTypes = z
  .union([z.array(z.string().max(100)).max(50), z.string().max(100)])
  .transform((given) => (typeof given === "string" ? [given].filter(Boolean) : given))
  .meta({ type: "array", items: { type: "string", enum: [...EVENT_TYPES] } });

const enabled = onOff("Whether events are sent to it", M.unreadable);

/** A missing field stays unchanged. */
export const EndpointInput = z.object({
  url: z
    .string()
    .meta({
      description: "Where webhooks go: https, port 443 or 1024 and above",
      examples: ["https://example.com/hooks"],
    })
    .optional(),
  description: z
    .string()
    .meta({ description: "For yourself, at most 200 characters", examples: ["Deploys"] })
    .optional(),
  event_types: eventTypes.optional(),
  enabled: enabled.optional(),
  password: z.string().default(""),
});

export function fieldsOf({
  url = "",
  description = "",
  event_types = [],
}: z.output<typeof EndpointInput>): EndpointFields {
  return { url, description, eventTypes: event_types };
}

export const secret = z
  .string()
  .meta({ description: "Signing secret, in this response only", examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"] });

const Attempt = z.object({
  number: z.int().meta({ description: "The first attempt is 1", examples: [1] }),
  ts: z.int().meta({ description: "Epoch seconds UTC", examples: [1706707384] }),
  status: z
    .int()
    .nullable()
    .meta({ description: "Status of the response; null if there was none", examples: [200] }),
  error: z.string().meta({ description: "Why the attempt failed; empty if it succeeded", examples: [""] }),
  duration_ms: z.int().meta({ description: "Time until the response, in ms", examples: [84] }),
  body: z.string().meta({ description: "Start of the response, at most 4096 bytes", examples: ["ok"] }),
});

export const Delivery = z.object({
  id: z.string().meta({ description: "Id of the delivery", examples: ["812"] }),
  webhook_id: z.string().meta({
    description: "The webhook-id header sent with each attempt",
    examples: ["msg_5a1d1e0c-8a6e-4b8e-9f43-0d5f4e2b7c10"],
  }),
  type: z.string().meta({ description: "Event that it reports", examples: ["task.started"] }),
  state: z
    .enum(DELIVERY_STATES)
    .meta({ description: "waiting for the next attempt; delivered; failed after all attempts" }),
  error: z.string().meta({ description: "Why it was abandoned, if no attempt says so", examples: [""] }),
  created_ts: z.int().meta({ description: "When it happened, epoch seconds UTC", examples: [1706707384] }),
  next_ts: z.int().meta({ description: "When the next attempt is due, epoch seconds UTC; 0: never", examples: [0] }),
  payload: z.string().meta({
    description: "The exact text that is sent",
    examples: ['{"type":"webhook.test","timestamp":"2024-01-31T13:23:04.000Z","data":{}}'],
  }),
  attempts: z.array(Attempt).meta({ description: "Its attempts, newest first, at most ten" }),
});
