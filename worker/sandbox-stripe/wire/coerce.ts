import { branchesOf, type Schema, typesOf } from "./spec";
import type { FormValue } from "./form-body";

/** Converts a form's texts to the types of the schema. Values that do not fit stay, for the check to refuse. */
export function coerce(schema: Schema, value: FormValue): unknown {
  const branches = branchesOf(schema);
  return typeof value === "string" ? coerceText(branches, value) : coerceObject(branches, value);
}

function coerceText(branches: Schema[], text: string): unknown {
  const accepts = (type: string) => branches.some((branch) => typesOf(branch).includes(type));
  // Metadata may be text or number, and stays text.
  if (branches.some((branch) => acceptsText(branch, text))) return text;
  if (accepts("number") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (accepts("boolean") && /^(true|false)$/.test(text)) return text === "true";
  // The SDK sends null and empty lists as an empty text.
  if (text === "" && accepts("null")) return null;
  if (text === "" && accepts("array")) return [];
  return text;
}

function acceptsText(branch: Schema, text: string): boolean {
  if (branch.const !== undefined) return branch.const === text;
  if (branch.enum) return branch.enum.includes(text);
  return typesOf(branch).includes("string") && !(text === "" && typesOf(branch).includes("null"));
}

function coerceObject(branches: Schema[], value: Record<string, FormValue>): unknown {
  const list = branches.find((branch) => typesOf(branch).includes("array"));
  const keys = Object.keys(value);
  if (list && keys.every((key) => /^\d+$/.test(key))) {
    const items = list.items ?? {};
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => coerce(items, value[key] ?? ""));
  }
  const object = branches.find((branch) => typesOf(branch).includes("object"));
  if (!object) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, coerce(partOf(object, key), part)]));
}

function partOf(object: Schema, key: string): Schema {
  const { properties, additionalProperties } = object;
  return properties?.[key] ?? (typeof additionalProperties === "object" ? additionalProperties : {});
}
