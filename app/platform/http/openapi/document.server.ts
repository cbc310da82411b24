import { z } from "zod";
import type { NeededScope } from "~/accounts/key-scopes";
import { env } from "~/platform/env.server";
import { hasBody, type Method, type Operation } from "../api-operation.server";
import type { Operations } from "../api-route.server";
import type { Credential } from "../credentials.server";
import { scopeOf } from "../needed-scope";
import { aboutOf } from "./access-words";
import { inputSchema } from "./input-schema.server";
import { type JsonSchema, toJsonSchema } from "./json-schema.server";
import { nounOf } from "./nouns.server";
import { describeWebhooks } from "./webhooks.server";
import { REFUSAL, Refusal, responsesOf, stoppedResponses } from "./responses.server";

const SCHEMES = {
  K: {
    apiKey: { type: "http", scheme: "bearer", description: "API key, also accepted without the word Bearer" },
  },
  I: { inferenceToken: { type: "http", scheme: "bearer", description: "Inference token of a workspace" } },
  T: { adminToken: { type: "http", scheme: "bearer", description: "Admin token of a workspace" } },
  V: { serviceKey: { type: "http", scheme: "bearer", description: "Service key for usage events" } },
  A: { agentKey: { type: "http", scheme: "bearer", description: "A node agent's key" } },
  E: {
    enrolmentToken: {
      type: "http",
      scheme: "bearer",
      description: "Enrolment token, valid once within 24 hours",
    },
  },
  S: {
    session: {
      type: "apiKey",
      in: "cookie",
      name: "millrace_session",
      description: "Session of a browser; a POST also needs X-Requested-With: XMLHttpRequest from our own page",
    },
  },
} as const;

const ABOUT = `GPU machines, rented by the second.

Every response has \`retcode\`, except lists: those are bare arrays, and that object when refused. On paths without status
422 an operation returns 200 whatever its outcome: read \`retcode\`. A method that is not listed returns 405 with
\`Allow\`. Money is whole cents in \`pph\`, \`amount\` and \`total\`, and decimal dollars in \`dollars_…\`;
times are epoch seconds UTC in \`ts_…\` and \`…_ts\`, ISO-8601 UTC in \`…_at\`.`;

/** The declared paths as an OpenAPI 3.1 document, from the schemas that check the input and describe the answer. */
export function describe(paths: ReadonlyMap<string, Operations>) {
  const described = [...paths].map(([path, operations]) => [
    path.replace(/:([a-z_]+)/g, "{$1}"),
    Object.fromEntries(
      Object.entries(operations).map(([method, one]) => [
        method.toLowerCase(),
        describeOperation(path, method as Method, one, nounOf(path).title),
      ]),
    ),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Millrace",
      version: "1.0.0",
      summary: "GPU machines by the second",
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: env.APP_ORIGIN }],
    tags: [...new Set([...paths.keys()].map(nounOf))].map(({ title, about }) => ({
      name: title,
      description: about,
    })),
    paths: Object.fromEntries(described) as Record<string, Partial<Record<"get" | "post", Described>>>,
    webhooks: describeWebhooks(),
    components: {
      schemas: { [REFUSAL]: toJsonSchema(Refusal, "output") },
      headers: {
        RequestId: { description: "Id of the request in our logs", schema: { type: "string" } },
        ReadMs: {
          description:
            "When the server started on the request, in ms since 1970; the response with the higher value is newer",
          schema: { type: "integer" },
        },
      },
      responses: stoppedResponses(),
      securitySchemes: Object.assign({}, ...Object.values(SCHEMES)) as object,
    },
  };
}

type Described = ReturnType<typeof describeOperation>;

function describeOperation(path: string, method: Method, one: Operation, tag: string) {
  const input = inputSchema(one);
  const readsQuery = !hasBody(method) && input;
  const scope = scopeOf(one, method);
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary: one.purpose,
    description: aboutOf(one, method),
    security: one.credentials.map((kind) =>
      kind === "P" ? {} : Object.fromEntries(Object.keys(SCHEMES[kind]).map((name) => [name, scopesOf(kind, scope)])),
    ),
    ...(scope === null ? {} : { "x-scope": scope }),
    parameters: [...pathParameters(path), ...(readsQuery ? queryParameters(input) : []), ...headerParameters(one)],
    ...(hasBody(method) && input ? { requestBody: bodyOf(input, one) } : {}),
    responses: responsesOf(path, method, one),
  };
}

/** The scopes that a named API key must have. The account's own key and all other credentials have no scopes. */
function scopesOf(kind: Credential, scope: NeededScope): string[] {
  return kind === "K" && scope !== null && scope !== "account" ? [scope] : [];
}

/** `get-v1-tasks-resv_guid`: names the operation in programs, and its place on the screen. */
export function operationId(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace(/[^a-z0-9_]+/gi, "-")}`;
}

function bodyOf(schema: JsonSchema, { body, example }: Operation) {
  const types = ["application/json", ...(body?.jsonOnly ? [] : ["application/x-www-form-urlencoded"])];
  const others = (body?.own?.media ?? []).map((type) => [type, { schema: { description: "See docs/usage.md" } }]);
  const also = body?.also
    ? [[body.also.media, { schema: { type: "string", description: body.also.description } }]]
    : [];
  const content = { schema, ...(example?.input ? { example: example.input } : {}) };
  const required = (schema.required ?? []).length > 0;
  return { required, content: Object.fromEntries([...types.map((type) => [type, content]), ...others, ...also]) };
}

export function pathParameters(path: string) {
  return [...path.matchAll(/:([a-z_]+)/g)].map(([, name = ""]) => {
    const value = name === "id" ? z.string().meta({ description: "Id of the record" }) : z.string();
    const schema = toJsonSchema(z.object({ [name]: value }), "input").properties?.[name];
    return { name, in: "path", required: true, schema: schema ?? { type: "string" } };
  });
}

function headerParameters({ headers = {} }: Operation) {
  return Object.entries(headers).map(([name, schema]) => ({
    name,
    in: "header",
    required: false,
    schema: toJsonSchema(schema, "input"),
  }));
}

function queryParameters(schema: JsonSchema) {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: (schema.required ?? []).includes(name),
    schema: property,
  }));
}
