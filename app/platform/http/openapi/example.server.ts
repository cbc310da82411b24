import type { JsonSchema } from "./json-schema.server";

const EMPTY: Record<string, unknown> = { string: "", boolean: false, object: {}, integer: 0, number: 0 };

/** Builds an example value for a schema from the examples of its fields. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, properties, items, anyOf, additionalProperties } = schema;
  if (examples && examples.length > 0) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(one)]));
  }
  if (items) return [exampleOf(items)];
  if (typeof additionalProperties === "object") return { example: exampleOf(additionalProperties) };
  return EMPTY[String([schema.type].flat()[0])] ?? null;
}
