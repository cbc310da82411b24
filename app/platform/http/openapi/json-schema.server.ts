import { z } from "zod";
import { wordsOf } from "./words";

/** The part of JSON Schema 2020-12 that zod writes. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
}

/** Converts a zod schema to JSON Schema. Fields without a description get their meaning and an example (0.8). */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _version, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return withWords(io === "input" ? plain(described as JsonSchema) : (described as JsonSchema));
}

function withWords(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, anyOf } = schema;
  return {
    ...schema,
    ...(items ? { items: withWords(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withWords) } : {}),
    ...(typeof additionalProperties === "object" ? { additionalProperties: withWords(additionalProperties) } : {}),
    ...(properties ? { properties: mapValues(properties, (one, name) => named(name, withWords(one))) } : {}),
  };
}

function named(name: string, schema: JsonSchema): JsonSchema {
  const [description, example] = wordsOf(name) ?? [];
  if (schema.description !== undefined || !description || !isMeant(schema, example)) return schema;
  return {
    ...schema,
    description,
    ...(example === undefined || schema.examples || !fits(schema, example) ? {} : { examples: [example] }),
  };
}

/** Checks that the example of the name is valid for this field, which may allow less. */
function fits(schema: JsonSchema, example: unknown): boolean {
  if (schema.enum) return schema.enum.includes(example);
  const types = typesOf(schema);
  return example !== null || types.length === 0 || types.includes("null");
}

/** Checks that the words fit this field: a name may be a plain value in one place and a list in another. */
function isMeant(schema: JsonSchema, example: unknown): boolean {
  if (schema.properties ?? schema.items?.properties) return false;
  const types = typesOf(schema).map((type) => (type === "integer" ? "number" : type));
  if (example === undefined || example === null || types.length === 0) return true;
  return types.includes(Array.isArray(example) ? "array" : typeof example);
}

/** Describes a value that both forms and JSON send by its meaning: digits as a number, 1 or "on" as a flag. */
function plain(schema: JsonSchema): JsonSchema {
  const { type, anyOf, properties, items, additionalProperties: _any, ...rest } = schema;
  return {
    ...(Array.isArray(type) || anyOf ? meantBy(schema) : type ? { type } : {}),
    ...rest,
    ...(items ? { items: plain(items) } : {}),
    ...(properties ? { properties: mapValues(properties, plain) } : {}),
  };
}

function meantBy(schema: JsonSchema): JsonSchema {
  const types = new Set(typesOf(schema));
  types.delete("null");
  if (types.has("boolean") && types.size > 1) return { type: "integer", enum: [0, 1] };
  if (types.has("number") || types.has("integer")) {
    const values = (schema.anyOf ?? []).flatMap((one) => one.enum ?? []).filter(Number.isInteger);
    return { type: "integer", ...(values.length > 0 ? { enum: values } : {}) };
  }
  const [only, other] = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  if (only && !other) return plain(only);
  return types.size === 1 ? { type: [...types][0] } : { anyOf: (schema.anyOf ?? []).map(plain) };
}

function typesOf({ type, anyOf, enum: values }: JsonSchema): string[] {
  if (anyOf) return anyOf.flatMap(typesOf);
  return type === undefined ? (values ?? []).map((value) => typeof value) : [type].flat();
}

function mapValues<Value, Result>(
  object: Record<string, Value>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}
