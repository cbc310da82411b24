import { readFileSync } from "node:fs";

export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
}

interface OperationSpec {
  operationId: string;
  requestBody?: { content: { "application/x-www-form-urlencoded": { schema: Schema } } };
  "x-query-schema"?: Schema;
  responses: { 200: { content: { "application/json": { schema: Schema } } } };
}

interface Spec {
  info: { version: string };
  paths: Record<string, Record<string, OperationSpec>>;
  components: { schemas: Record<string, Schema> };
}

/** Generated from the SDK's declarations; it has the SDK's pinned version. */
export const spec = JSON.parse(readFileSync(new URL("../stripe-openapi.json", import.meta.url), "utf8")) as Spec;

export interface Operation {
  id: string;
  method: string;
  params: Schema;
  /** The JSON pointer of the answer's schema. */
  answerPointer: string;
  pattern: RegExp;
}

const list = (items: Schema): Schema => ({ type: "array", items });
const text: Schema = { type: "string" };

// The specification lacks the parameters of the list of events; these are the SDK's.
Object.assign(spec.components.schemas, {
  EventListParams: {
    type: "object",
    properties: {
      created: { anyOf: [{ type: "number" }, { $ref: "#/components/schemas/RangeQueryParam" }] },
      delivery_success: { type: "boolean" },
      ending_before: text,
      expand: list(text),
      limit: { type: "number" },
      starting_after: text,
      type: text,
      types: list(text),
    },
    additionalProperties: false,
  },
} satisfies Record<string, Schema>);
const absent: Record<string, Schema> = {
  "Events.list": { $ref: "#/components/schemas/EventListParams" },
};

/** Every operation, fixed paths first, so that `create_preview` is not taken for an id. */
export const operations: Operation[] = Object.entries(spec.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      params: operation.requestBody?.content["application/x-www-form-urlencoded"].schema ??
        operation["x-query-schema"] ??
        absent[operation.operationId] ?? { type: "object" },
      answerPointer: `/paths/${path.replaceAll("/", "~1")}/${method}/responses/200/content/application~1json/schema`,
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
      fixed: !path.includes("{"),
    })),
  )
  .sort((left, right) => Number(right.fixed) - Number(left.fixed));

export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.slice("#/components/schemas/".length);
  return name === undefined ? schema : schemaOf(name);
}

export function schemaOf(name: string): Schema {
  const found = spec.components.schemas[name];
  if (!found) throw new Error(`the specification has no schema ${name}`);
  return found;
}

/** Returns all schemas that a value may match: the branches of an `anyOf`, or the schema itself. */
export function branchesOf(schema: Schema): Schema[] {
  const { anyOf, ...rest } = resolve(schema);
  return anyOf ? anyOf.flatMap(branchesOf) : [rest];
}

export function typesOf(schema: Schema): string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}
