import type { NeededScope } from "~/accounts/key-scopes";
import type { Operation } from "./api-operation.server";

type Rules = Pick<Operation, "credentials" | "right" | "scope" | "changesState">;

/** The scope that a named key needs for an operation, however it is called (decision 0207). */
export function scopeOf({ credentials, right, scope, changesState }: Rules, method: string): NeededScope {
  if (!credentials.includes("K") || credentials.includes("P")) return null;
  if (right) return "account";
  if (scope === "any") return null;
  return scope ?? ((method === "GET" || method === "HEAD") && !changesState ? "read" : "account");
}
