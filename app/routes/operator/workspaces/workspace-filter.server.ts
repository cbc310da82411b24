import { SORTS, type WorkspaceSort } from "~/domain/workspaces/read-workspaces.server";
import { cleanText } from "~/http/clean-text";

const Q_MAX = 100;

/** What the address asks for. */
export function workspaceFilter(search: URLSearchParams): { q: string; sort: WorkspaceSort } {
  const q = [...cleanText(search.get("q") ?? "")].slice(0, Q_MAX).join("");
  return { q, sort: SORTS.find((sort) => sort === search.get("sort")) ?? "name" };
}
