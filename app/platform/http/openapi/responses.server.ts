import { z } from "zod";
import { idOf, M, type MessageName } from "~/messages";
import { hasBody, type Method, type Operation } from "../api-operation.server";
import { READ_AT_HEADER } from "~/platform/live/read-at";
import { exampleOf } from "./example.server";
import { type JsonSchema, toJsonSchema } from "./json-schema.server";

export const REFUSAL = "Refusal";
const refusal = { $ref: `#/components/schemas/${REFUSAL}` };

const RejectedEvent = z.object({ index: z.int(), key: z.string(), human_readable_message: z.string() });

/** Schema of every answer that is not OK (0.3). */
export const Refusal = z.object({
  retcode: z.enum(["ERROR", "FAILED"]),
  human_readable_message: z.string(),
  error: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  can_enqueue: z.boolean().optional(),
  sold_out: z.boolean().optional(),
  action_url: z.string().optional(),
  left: z.int().optional(),
  accepted: z.int().optional(),
  duplicates: z.int().optional(),
  rejected: z.array(RejectedEvent).optional(),
  newest: z.object({ title: z.string(), content: z.string(), version: z.int() }).nullable().optional(),
});

/** Statuses of requests that are stopped before their work, and the messages they come with (0.4). */
const STOPPED = {
  400: { why: "The body could not be read", messages: ["unreadable"] },
  401: {
    why: "No credential, or an invalid or expired one",
    messages: ["loginRequired", "keyExpired", "keyRevoked"],
    header: "WWW-Authenticate",
  },
  402: { why: "A limit does not cover it; `left` is what remains", messages: [] },
  403: {
    why: "Not allowed, not from our own page, or suspended",
    messages: [
      "notAllowed",
      "foreignOrigin",
      "suspended",
      "keyFromOtherNetwork",
      "keyLacksScope",
      "accountKeyNeeded",
      "onlyAtHome",
    ],
  },
  404: { why: "Not found, or it belongs to another account", messages: ["notFound"] },
  405: { why: "Wrong method; Allow lists the right ones", messages: ["wrongMethod"], header: "Allow" },
  409: { why: "Conflicts with the current state", messages: [] },
  410: { why: "No longer wanted", messages: [] },
  413: { why: "The body is too large", messages: ["tooLarge"] },
  415: { why: "Neither JSON nor a form", messages: ["wrongContentType"] },
  429: { why: "Too many requests", messages: ["tooManyRequests"], header: "Retry-After" },
  500: { why: "An error on our side", messages: ["fault"] },
  503: { why: "Busy or being updated: try again later", messages: ["busy"] },
} satisfies Record<number, Stop>;

interface Stop {
  why: string;
  messages: readonly MessageName[];
  header?: string;
}

/** `components.responses`, by status. */
export function stoppedResponses() {
  return Object.fromEntries(
    Object.entries(STOPPED).map(([status, stop]) => [`Status${status}`, stopped(status, stop)]),
  );
}

function stopped(status: string, { why, messages, header }: Stop) {
  return {
    description: why,
    headers: { ...HEADERS, ...(header ? { [header]: { schema: { type: "string" } } } : {}) },
    content: {
      ...json(refusal, refusals(messages, Number(status) >= 500 ? "FAILED" : "ERROR")),
      // A person who follows a link to a path that changes something gets a page that explains it (0.7).
      ...(status === "403" ? { "text/html": { schema: { type: "string" } } } : {}),
    },
  };
}

/** Builds every response of the operation, by status. */
export function responsesOf(path: string, method: Method, one: Operation) {
  const own = String(one.status ?? 200);
  return {
    [own]: okResponse(one),
    ...Object.fromEntries(
      stopsOf(path, method, one).map((status) => [String(status), { $ref: `#/components/responses/Status${status}` }]),
    ),
    ...(one.tooMany
      ? { 429: stopped("429", { ...STOPPED[429], messages: [...STOPPED[429].messages, ...one.tooMany] }) }
      : {}),
    ...(one.ours && (one.input || one.refusals) ? { 422: ownRefusals(one) } : {}),
  };
}

function stopsOf(path: string, method: Method, { credentials, ...one }: Operation): number[] {
  const readsBody = hasBody(method);
  const identified = credentials.some((kind) => kind !== "P");
  return [
    ...(readsBody ? [400, 413, 415] : []),
    ...(identified ? [401, 403] : []),
    ...(path.includes(":") ? [404] : []),
    // An open path without a rate limit has no other refusal.
    ...(one.unlimited ? [405] : [429]),
    ...(one.statuses ?? []),
    ...[500, 503],
  ].sort((a, b) => a - b);
}

function okResponse(one: Operation) {
  if (one.media !== undefined) {
    const schema = { type: one.media === "application/json" ? "object" : "string" };
    return { description: "Success", headers: HEADERS, content: { [one.media]: { schema } } };
  }
  const schema = answerSchema(one);
  const examples = { OK: { value: answerExample(one) } };
  if (one.ours) return { description: "Success", headers: OK_HEADERS, content: json(schema, examples) };
  const refused = refusals(one.refusals ?? [], one.alwaysFailed ? "FAILED" : "ERROR");
  return {
    description: "Any outcome of the operation; see retcode",
    headers: OK_HEADERS,
    content: json({ anyOf: [schema, refusal] }, { ...examples, ...refused }),
  };
}

function ownRefusals({ refusals: messages = [] }: Operation) {
  return {
    description: "A field's value was refused",
    headers: HEADERS,
    content: json(refusal, refusals(messages, "ERROR")),
  };
}

/** The envelope with the members of the answer, or the bare array (0.3). */
export function answerSchema({ answer, present }: Operation): JsonSchema {
  const schema = answer ? toJsonSchema(answer, "output") : {};
  if (schema.type === "array") return schema;
  const retcode = present ? { enum: ["OK", "ERROR", "FAILED"] } : { const: "OK" };
  const { properties: envelope } = toJsonSchema(z.object({ retcode: z.string() }), "output");
  return {
    type: "object",
    properties: { retcode: { ...envelope?.["retcode"], ...retcode, type: "string" }, ...schema.properties },
    required: ["retcode", ...(schema.required ?? [])],
    additionalProperties: false,
  };
}

export function answerExample(one: Operation): unknown {
  const made = exampleOf(answerSchema(one));
  if (Array.isArray(made) || typeof made !== "object") return made;
  return { ...made, ...one.example?.answer };
}

function refusals(names: readonly MessageName[], retcode: "ERROR" | "FAILED") {
  return Object.fromEntries(
    names.map((name) => [
      idOf(name),
      {
        value: {
          retcode,
          human_readable_message: textOf(name),
          ...(name === "noFreeGpus" ? { can_enqueue: true } : {}),
          ...(name === "soldOut" ? { sold_out: true } : {}),
        },
      },
    ]),
  );
}

/** The catalogue's text with its blanks in braces. */
export function textOf(name: MessageName): string {
  const text = M[name] as string | ((blanks: object) => string);
  if (typeof text === "string") return text;
  return text(new Proxy({}, { get: (_blanks, blank) => `{${String(blank)}}` }));
}

const HEADERS = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const OK_HEADERS = { ...HEADERS, [READ_AT_HEADER]: { $ref: "#/components/headers/ReadMs" } };

function json(schema: object, examples: object) {
  return {
    "application/json": { schema, ...(Object.keys(examples).length > 0 ? { examples } : {}) },
  };
}
