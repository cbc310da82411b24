import { branchesOf, resolve, type Schema, schemaOf, typesOf } from "./spec";

/** Creates an object with every required property: null if allowed, else empty; overridden by the given values. */
export function blank<T extends object>(schemaName: string, values: Partial<T>): T {
  return { ...(blankOf(schemaOf(schemaName)) as T), ...values };
}

function blankOf(schema: Schema): unknown {
  const branches = branchesOf(schema);
  const types = branches.flatMap(typesOf);
  if (types.includes("null")) return null;
  const first = branches[0] ?? {};
  if (first.const !== undefined) return first.const;
  if (first.enum) return first.enum[0];
  const [type] = types;
  if (type === "object") return blankObject(resolve(first));
  return { array: [], boolean: false, number: 0, string: "" }[type ?? ""] ?? null;
}

function blankObject({ required = [], properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, blankOf(properties[name] ?? {})]));
}
