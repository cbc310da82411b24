import { z } from "zod";
import { jsonPaths } from "~/routes.js";
import { declaredPaths } from "~/platform/http/api-route.server";
import { describe } from "~/platform/http/openapi/document.server";
import type { JsonSchema } from "~/platform/http/openapi/json-schema.server";
import { loadRoute } from "./load-route";

type Document = ReturnType<typeof describe>;
let document: Promise<Document> | undefined;

/** The document of /openapi.json with all paths of the routes table. */
export function readDocument(): Promise<Document> {
  document ??= Promise.all(jsonPaths.map(({ file }) => loadRoute(file))).then(() => describe(declaredPaths));
  return document;
}

/** Parts of an answer that the document does not describe: a status, a member, a type. Empty if all are described. */
export async function undescribed(path: string, method: string, response: Response): Promise<string[]> {
  const { paths, components } = await readDocument();
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const operation = paths[path.replace(/:([a-z_]+)/g, "{$1}")]?.[verb as "get" | "post"];
  // A method that is not described gets 405, on every path alike.
  if (!operation || method === "HEAD") return response.status === 405 ? [] : [`${method} is not described`];
  const responses = operation.responses as Record<string, Answer | { $ref: string }>;
  const found = responses[String(response.status)];
  if (!found) return response.status === 405 ? [] : [`status ${response.status} is not described`];
  const shared = components.responses as unknown as Record<string, Answer>;
  const answer = "$ref" in found ? shared[lastOf(found.$ref)] : found;
  const type = response.headers.get("Content-Type")?.split(";")[0] ?? "";
  const media = Object.entries(answer?.content ?? {}).find(([name]) => name.split(";")[0] === type)?.[1];
  if (!media) return [`${type} is not described for status ${response.status}`];
  if (type !== "application/json") return [];
  const body: unknown = await response.json();
  const schema = resolve(media.schema, components.schemas);
  return misfits(schema, body).map((what) => `status ${response.status}: ${what}`);
}

interface Answer {
  content: Record<string, { schema: JsonSchema | { $ref: string } }>;
}

/** Cached by schema of the document: reading one takes as long as the call itself. */
const readers = new Map<string, z.ZodType>();

/** Checked by zod's reading of the JSON Schema, so that the test tries the document itself. */
function misfits(schema: JsonSchema, body: unknown): string[] {
  const text = JSON.stringify(schema);
  const reader = readers.get(text) ?? z.fromJSONSchema(strict(schema) as z.core.JSONSchema.BaseSchema);
  readers.set(text, reader);
  const { error } = reader.safeParse(body);
  return error ? [z.prettifyError(error), JSON.stringify(body).slice(0, 400)] : [];
}

/** Undescribed members are faults here, although clients are asked to ignore them. */
function strict(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, strict(one)])),
          additionalProperties: false,
        }
      : typeof additionalProperties === "object"
        ? { additionalProperties: strict(additionalProperties) }
        : {}),
    ...(items ? { items: strict(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(strict) } : {}),
  };
}

function resolve(schema: JsonSchema | { $ref: string }, schemas: Record<string, JsonSchema>): JsonSchema {
  if ("$ref" in schema) return resolve(schemas[lastOf(schema.$ref)] ?? {}, schemas);
  if (!schema.anyOf) return schema;
  return { ...schema, anyOf: schema.anyOf.map((one) => resolve(one, schemas)) };
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
