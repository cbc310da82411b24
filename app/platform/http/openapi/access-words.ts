import { STAFF_RIGHTS } from "~/platform/staff-rights";
import type { Method, Operation } from "../api-operation.server";
import { scopeOf } from "../needed-scope";

/** Describes who may call an operation and with which credential. */
export function accessOf({ credentials, right }: Operation): string {
  const who = right ? `, staff with the right ${right} (${STAFF_RIGHTS[right].label})` : "";
  if (credentials.includes("P")) return "Anyone";
  if (credentials.includes("K") && credentials.includes("I"))
    return `API key, inference token of a workspace or session${who}`;
  if (credentials.includes("K")) return `API key or session${who}`;
  if (credentials.includes("T")) return "Admin token of a workspace";
  if (credentials.includes("I")) return `Inference token of a workspace or session${who}`;
  if (credentials.includes("S")) return `Session of a browser only${who}`;
  return credentials.includes("V") ? "Service key" : "The key of a machine";
}

/** Describes how an operation is called and how it refuses. */
export function aboutOf(operation: Operation, method: Method): string {
  const { ours, media, changesState, alwaysFailed } = operation;
  const scope = scopeWords(operation, method);
  const refused =
    ours || media ? "by status" : `in \`retcode\`${alwaysFailed ? ", always FAILED," : ""} with status 200`;
  return [
    `For: ${accessOf(operation)}.`,
    ...(scope ? [`${scope}.`] : []),
    ...(changesState ? ["As a GET it needs an API key, or `X-Requested-With` from our own page."] : []),
    `Refusals by the operation itself are reported ${refused}.`,
  ].join(" ");
}

/** Describes the scope that a named key needs; null if it needs none. */
export function scopeWords(operation: Operation, method: Method): string | null {
  const scope = scopeOf(operation, method);
  if (scope === null) return null;
  return scope === "account" ? "No named API key may" : `A named API key needs the scope ${scope}`;
}
