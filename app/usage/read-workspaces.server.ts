import { db } from "~/platform/db.server";
import {
  HAS_COINS,
  OWNER_TEXTS,
  patternOf,
  ROW_COLUMNS,
  ROW_FOUND,
  type StoredRow,
  withCoins,
} from "./inside/workspaces/workspace-row.server";

/** Orders of the table. */
export const SORTS = ["name", "owner", "newest", "activity", "users", "coins"] as const;
export type WorkspaceSort = (typeof SORTS)[number];

/** SQL for the first sort key, largest first; coins as of the last hour (decision 0179). */
const LARGEST_FIRST = `case $4 when 'newest' then extract(epoch from w.created_at)
    when 'activity' then extract(epoch from w.active_at)
    when 'users' then m.users
    when 'coins' then coalesce((select f.coins from tenant_figures f where f.tenant_id = w.tenant_id and ${HAS_COINS}), 0) end
  desc nulls last`;

/** Counts all users in one pass: one by one takes several times as long. */
const COUNTED_USERS = `left join (
    select workspace_id, count(*) as users from workspace_user where $4 = 'users' group by workspace_id) m
  on m.workspace_id = w.id`;

/** Leaves out owners unless the filter needs them: there may be a million users for a few thousand workspaces. */
const PICKED = `select w.id, (count(*) over ())::int as total, row_number() over (order by ${LARGEST_FIRST}, w.name) as place
  from workspace w ${COUNTED_USERS} where w.deleted_at is null and $1::text is not null`;

/** Searches without an index, which cannot find parts of a text; there are thousands of workspaces at most. */
const PICKED_BY_OWNER = `select w.id, (count(*) over ())::int as total, row_number() over (order by ${LARGEST_FIRST},
    case $4 when 'owner' then coalesce(nullif(owner.email, ''), owner.tenant_name) end, w.name) as place
  from workspace w ${OWNER_TEXTS} ${COUNTED_USERS}
  where ${ROW_FOUND}`;

interface AskedPage {
  q: string;
  sort: WorkspaceSort;
  offset: number;
  limit: number;
  now: Date;
}

/**
 * Reads a page of the workspaces whose name or owner's name, email or tenant contains `q`, and their number. Owners,
 * users and coins are read for that page only.
 */
export async function readWorkspaces({ q, sort, offset, limit, now }: AskedPage) {
  const rows = await db.query<StoredRow & { total: number }>(
    `select ${ROW_COLUMNS}, p.total
     from (${q === "" && sort !== "owner" ? PICKED : PICKED_BY_OWNER} order by place offset $2 limit $3) p
       join workspace w using (id) join user_account u on u.id = w.owner_id join tenant t on t.id = w.tenant_id
     order by p.place`,
    [patternOf(q), offset, limit, sort],
  );
  return {
    rows: await withCoins(
      rows.map(({ total: _total, ...row }) => row),
      now,
    ),
    total: rows[0]?.total ?? 0,
  };
}
