// POST /v1/usage: events of model usage.
import { z } from "zod";
import { Refusal } from "~/platform/refusal";
import { USAGE_KINDS } from "~/usage/grains";
import { intakeMessages } from "~/usage/intake-messages";
import { EVENT_MEDIA } from "~/usage/sent-events.server";
import { sourceOfKey } from "~/usage/inside/intake/source-of-key.server";
import { ingestEvents } from "~/usage/ingest-events.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { readSentEvents } from "~/platform/http/event-body.server";

const MOST = 1_000_000_000_000;
const MOST_INT = 1_000_000_000;
/** Some proxies refuse longer headers. */
const NAMES_MAX = 2_000;

const tokens = z.int().min(0).max(MOST).optional();

const Event = z.object({
  key: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: "Unique for each event of a source", examples: ["call-1"] }),
  ts: z.union([z.number(), z.iso.datetime({ offset: true })]),
  model: z.string().regex(/^[A-Za-z0-9._/-]{1,80}$/),
  user: z
    .string()
    .meta({ description: "An email, or a tenant's name for its owner", examples: ["user1042@example.com"] }),
  kind: z.enum(USAGE_KINDS),
  calls: z.int().min(1).max(MOST_INT).default(1),
  prompt_tokens: tokens,
  generated_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation_input_tokens: tokens,
  coins: z.int().min(0).max(MOST).optional(),
  completed: z.boolean().default(true),
  latency_ms: z.int().min(0).max(MOST_INT).optional(),
  batch_size: z.int().min(0).max(MOST_INT).optional(),
  gpus: z.int().min(0).max(MOST_INT).optional(),
  busy_pct: z.int().min(0).max(100).optional(),
  client_version: z.string().max(40).optional(),
  hold: z.guid().optional(),
});

export const { loader, action } = apiRoute("usage/usage", {
  POST: operation({
    purpose: "Records model usage events, each key once; also accepts CloudEvents and LiteLLM logs",
    credentials: ["K", "V"],
    right: "usage.act",
    ours: true,
    keyLimit: "usage",
    // Checked event by event, so that good ones are stored even when others are rejected.
    body: {
      jsonOnly: true,
      own: { media: EVENT_MEDIA, read: async (request) => ({ events: await readSentEvents(request) }) },
    },
    input: z.object({ events: z.array(Event).min(1).max(1000) }),
    answer: z.object({
      accepted: z.int(),
      duplicates: z.int(),
      rejected: z.array(z.object({ index: z.int(), key: z.string(), human_readable_message: z.string() })),
    }),
    refusals: ["noUserWithEmail"],
    tooMany: ["lineFull"],
    run: async ({ request, input, account, apiKey, now, headers }) => {
      if (!apiKey) throw new Error("events come with a key");
      const validate = ["1", "true"].includes(new URL(request.url).searchParams.get("validate") ?? "");
      const sourceId = await sourceOfKey({ key: apiKey, userId: account.userId, now });
      const { coinsLow, ...taken } = await ingestEvents({ sourceId, ...input, validate, now });
      if (coinsLow.length > 0) headers.set("X-Coins-Low", asHeader(coinsLow));
      if (taken.accepted + taken.duplicates === 0)
        throw new Refusal(intakeMessages.noneAccepted, { status: 422, body: { ...taken } });
      return taken;
    },
  }),
});

/** Names that fit into a header; the rest is reported with their next events. */
function asHeader(names: readonly string[]): string {
  const whole = names.join(",");
  return whole.length <= NAMES_MAX ? whole : whole.slice(0, whole.lastIndexOf(",", NAMES_MAX));
}
