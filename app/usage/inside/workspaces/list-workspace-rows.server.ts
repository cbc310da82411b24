import { db } from "~/platform/db.server";
import {
  OWNER_TEXTS,
  patternOf,
  ROW_COLUMNS,
  ROW_FOUND,
  type StoredRow,
  withCoins,
  type WorkspaceRow,
} from "./workspace-row.server";

interface Asked {
  q: string;
  /** The row that was the last so far; null at first. */
  after: WorkspaceRow | null;
  limit: number;
  now: Date;
}

/** The next of the workspaces that `q` finds, by name. */
export async function listWorkspaceRows({ q, after, limit, now }: Asked): Promise<WorkspaceRow[]> {
  const rows = await db.query<StoredRow>(
    `select ${ROW_COLUMNS}
     from workspace w ${OWNER_TEXTS} join user_account u on u.id = w.owner_id join tenant t on t.id = w.tenant_id
     where ${ROW_FOUND} and w.name > $2 order by w.name limit $3`,
    [patternOf(q), after?.name ?? "", limit],
  );
  return await withCoins(rows, now);
}
