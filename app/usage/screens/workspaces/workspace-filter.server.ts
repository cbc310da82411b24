import { SORTS, type WorkspaceSort } from "~/usage/read-workspaces.server";
import { searchText } from "~/staff/user-filter";

/** Reads the filter of the address. */
export function workspaceFilter(search: URLSearchParams): { q: string; sort: WorkspaceSort } {
  return { q: searchText(search.get("q") ?? ""), sort: SORTS.find((sort) => sort === search.get("sort")) ?? "name" };
}
