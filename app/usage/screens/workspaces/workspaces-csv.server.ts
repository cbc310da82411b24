import { allRows } from "~/platform/all-rows";
import { listWorkspaceRows } from "~/usage/inside/workspaces/list-workspace-rows.server";
import { readDeletedWorkspaces } from "~/usage/inside/workspaces/read-deleted.server";
import type { WorkspaceRow } from "~/usage/inside/workspaces/workspace-row.server";
import { timeOf } from "~/platform/csv-cell";
import { csvTable } from "~/platform/http/csv-instead.server";
import { workspaceFilter } from "./workspace-filter.server";

const ROWS_AT_ONCE = 500;

/** Builds the screen's tables as files, without any part of a token. */
export function workspacesCsv({ search, now }: { search: URLSearchParams; now: Date }) {
  const { q } = workspaceFilter(search);
  return {
    workspaces: () =>
      csvTable(
        allRows<WorkspaceRow>((after) => listWorkspaceRows({ q, after, limit: ROWS_AT_ONCE, now })),
        {
          Workspace: (row) => row.name,
          Owner: (row) => row.ownerEmail,
          Tenant: (row) => row.tenantName,
          Users: (row) => row.users,
          "Users at most": (row) => row.maxUsers,
          "Coins, 30 days": (row) => row.coins,
          Created: (row) => timeOf(row.created),
          "Last activity": (row) => timeOf(row.active),
        },
      ),
    deleted: () =>
      // Read in one go: the deletions of 30 days among a few thousand workspaces are few.
      csvTable(async () => (await readDeletedWorkspaces({ offset: 0, limit: null, now })).rows, {
        Workspace: (row) => row.name,
        Owner: (row) => row.ownerEmail,
        Tenant: (row) => row.tenantName,
        Deleted: (row) => timeOf(row.deleted),
        "Name kept until": (row) => timeOf(row.keptUntil),
      }),
  };
}
