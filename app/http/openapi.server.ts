import { z } from "zod";
import { env } from "~/env.server";
import type { Operation } from "./api-operation.server";
import type { Operations } from "./api-route.server";

const Envelope = z.object({
  retcode: z.enum(["OK", "ERROR", "FAILED"]),
  human_readable_message: z.string().optional(),
});

const SCHEMES = {
  K: { apiKey: { type: "http", scheme: "bearer", description: "API key, also without the word Bearer" } },
  V: { serviceKey: { type: "http", scheme: "bearer" } },
  B: {
    bearer: { type: "http", scheme: "bearer", description: "Agent key, enrolment token or metrics token" },
  },
  S: { session: { type: "apiKey", in: "cookie", name: "millrace_session" } },
};

/** The declared paths as an OpenAPI 3.1 document, from the schemas that check the input. */
export function describe(paths: ReadonlyMap<string, Operations>) {
  const described = [...paths].map(([path, operations]) => [
    path.replace(/:([a-z_]+)/g, "{$1}"),
    Object.fromEntries(
      Object.entries(operations).map(([method, one]) => [
        method.toLowerCase(),
        describeOperation(path, method, one),
      ]),
    ),
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Millrace", version: "1.0.0", description: "GPU machines, rented by the second." },
    servers: [{ url: env.APP_ORIGIN }],
    paths: Object.fromEntries(described),
    components: { securitySchemes: Object.assign({}, ...Object.values(SCHEMES)) },
  };
}

function describeOperation(path: string, method: string, one: Operation) {
  const input = one.input instanceof z.ZodType ? toJsonSchema(one.input, "input") : null;
  const status = String(one.status ?? 200);
  return {
    summary: one.purpose,
    ...(one.role ? { description: `Role ${one.role} or above.` } : {}),
    security: one.credentials.map((kind) =>
      kind === "P" ? {} : Object.fromEntries(Object.keys(SCHEMES[kind]).map((name) => [name, []])),
    ),
    parameters: [...pathParameters(path), ...(method === "GET" && input ? queryParameters(input) : [])],
    ...(method === "POST" && input ? { requestBody: bodyOf(input, one) } : {}),
    responses: {
      [status]: {
        description: one.ours ? "Success" : "Any outcome; see retcode",
        content: json(answerOf(one)),
      },
      default: { description: "Refused or failed", content: json(toJsonSchema(Envelope, "output")) },
    },
  };
}

function answerOf({ answer }: Operation): object {
  const envelope = toJsonSchema(Envelope, "output");
  if (!answer) return envelope;
  const schema = toJsonSchema(answer, "output");
  return schema["type"] === "array" ? { anyOf: [schema, envelope] } : { allOf: [envelope, schema] };
}

function bodyOf(schema: JsonSchema, { body }: Operation) {
  const types = ["application/json", ...(body?.jsonOnly ? [] : ["application/x-www-form-urlencoded"])];
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function pathParameters(path: string) {
  return [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true },
    schema: { type: "string" },
  }));
}

function queryParameters(schema: JsonSchema) {
  return Object.entries(schema["properties"] ?? {}).map(([name, property]) => ({
    ...{ name, in: "query", required: (schema["required"] ?? []).includes(name) },
    schema: property,
  }));
}

type JsonSchema = Record<string, unknown> & { properties?: Record<string, object>; required?: string[] };

/** What JSON Schema cannot say, such as a transform, is described as anything. */
function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _version, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described as JsonSchema;
}

const json = (schema: object) => ({ "application/json": { schema } });
