import { hasRight, type WithRights } from "~/platform/staff-rights";
import { readDeletedWorkspaces } from "~/usage/inside/workspaces/read-deleted.server";
import { readTeams } from "~/usage/inside/workspaces/read-teams.server";
import { readWorkspaces } from "~/usage/read-workspaces.server";
import { env } from "~/platform/env.server";
import { pageNumber, pageOf } from "~/platform/http/page-number";
import { workspaceFilter } from "./workspace-filter.server";

/** The three tables of the screen, a page of each, and whether that role may change anything (2.4). */
export async function readWorkspacesScreen(given: { search: URLSearchParams; viewer: WithRights; now: Date }) {
  const { search, viewer, now } = given;
  const { q, sort } = workspaceFilter(search);
  const [workspaces, teams, deleted] = await Promise.all([
    readPaged(pageNumber(search, "page"), (part) => readWorkspaces({ q, sort, ...part, now })),
    readPaged(pageNumber(search, "teams"), readTeams),
    readPaged(pageNumber(search, "deleted"), (part) => readDeletedWorkspaces({ ...part, now })),
  ]);
  return {
    filter: { q, sort },
    host: env.WORKSPACE_HOST,
    workspaces,
    teams,
    deleted,
    mayWrite: hasRight(viewer, "usage.act"),
    seesReports: hasRight(viewer, "money.see"),
  };
}

/** Reads a page of a list that counts itself; a page beyond the last is the last. */
async function readPaged<Row>(
  wanted: number,
  read: (part: { offset: number; limit: number }) => Promise<{ rows: Row[]; total: number }>,
) {
  const asked = pageOf(Number.MAX_SAFE_INTEGER, wanted);
  const first = await read(asked);
  const { total } = first.total > 0 || asked.page === 1 ? first : await read(pageOf(0, 1));
  const page = pageOf(total, wanted);
  const rows = page.page === asked.page ? first.rows : (await read(page)).rows;
  return { rows, total, page: page.page, pages: page.pages };
}
