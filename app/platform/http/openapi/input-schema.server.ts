import { z } from "zod";
import type { Operation } from "../api-operation.server";
import { type JsonSchema, toJsonSchema } from "./json-schema.server";

/**
 * Returns the input schema of an operation with its required fields. The operation's own schema leaves some optional,
 * so that their refusal uses a message of the catalogue.
 */
export function inputSchema({ input, required: needed = [] }: Operation): JsonSchema | null {
  if (!(input instanceof z.ZodType)) return null;
  const schema = toJsonSchema(input, "input");
  if (needed.length === 0) return schema;
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, { default: absent, ...property }]) => [
      name,
      needed.includes(name) || absent === undefined ? property : { ...property, default: absent },
    ]),
  );
  return { ...schema, properties, required: [...new Set([...(schema.required ?? []), ...needed])] };
}
