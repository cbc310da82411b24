import { z } from "zod";
import { hasBody, type Method, type Operation } from "../api-operation.server";
import { exampleOf } from "./example.server";
import { toJsonSchema } from "./json-schema.server";

const KEY_VARIABLE = "$MILLRACE_KEY";

/** Builds a call to paste into a shell; null where only our own pages may call. */
export function curlOf({
  origin,
  path,
  method,
  operation,
}: {
  origin: string;
  path: string;
  method: Method;
  operation: Operation;
}): string | null {
  const { credentials, example = {} } = operation;
  const isPublic = credentials.includes("P");
  // The login needs a page token, and only a browser creates a session.
  if (path === "/ajaxlogin" || (!isPublic && credentials.every((kind) => kind === "S"))) return null;
  const parts = [
    ...(isPublic ? [] : [`-H "Authorization: Bearer ${KEY_VARIABLE}"`]),
    ...(method === "PUT" || method === "PATCH" || method === "DELETE" ? [`-X ${method}`] : []),
    ...(hasBody(method) ? bodyOf(example.input ?? {}) : []),
    quoted(origin + withSegments(path) + (method === "GET" ? queryOf(example.input) : "")),
  ];
  return `curl ${parts.join(" \\\n  ")}`;
}

function bodyOf(input: Record<string, unknown>): string[] {
  return [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(input).replaceAll("'", "'\\''")}'`];
}

function queryOf(input: Record<string, unknown> = {}): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query.toString()}` : "";
}

/** Replaces each segment in braces by the example of the field of that name. */
function withSegments(path: string): string {
  return path.replace(/:([a-z_]+)/g, (_whole, name: string) => {
    const { properties } = toJsonSchema(z.object({ [name]: z.string() }), "input");
    return encodeURIComponent(String(exampleOf(properties?.[name] ?? {}) || name));
  });
}

function quoted(url: string): string {
  return `"${url}"`;
}
