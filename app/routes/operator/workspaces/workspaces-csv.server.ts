import { allRows } from "~/domain/all-rows";
import { listWorkspaceRows } from "~/domain/workspaces/list-workspace-rows.server";
import { readDeletedWorkspaces } from "~/domain/workspaces/read-deleted.server";
import type { WorkspaceRow } from "~/domain/workspaces/workspace-row.server";
import { csvTable } from "~/http/csv-instead.server";
import { workspaceFilter } from "./workspace-filter.server";

const ROWS_AT_ONCE = 500;

/** The tables of the screen as files. Of tokens nothing stands in them, masked or not. */
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
          Created: (row) => dateOf(row.created),
          "Last activity": (row) => dateOf(row.active),
        },
      ),
    deleted: () =>
      csvTable(readDeleted(now), {
        Workspace: (row) => row.name,
        Owner: (row) => row.ownerEmail,
        Tenant: (row) => row.tenantName,
        Deleted: (row) => dateOf(row.deleted),
        "Name kept until": (row) => dateOf(row.keptUntil),
      }),
  };
}

/** In one answer: they are those of 30 days, and workspaces are some thousands. */
async function* readDeleted(now: Date) {
  yield* (await readDeletedWorkspaces({ offset: 0, limit: null, now })).rows;
}

function dateOf(epochSeconds: number | null): Date | null {
  return epochSeconds === null ? null : new Date(epochSeconds * 1000);
}
