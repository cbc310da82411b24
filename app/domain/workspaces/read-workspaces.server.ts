import { db } from "~/db.server";
import { readCoinsSpent } from "./read-coins-spent.server";

/** Orders of the table. */
export const SORTS = ["name", "owner", "newest", "activity"] as const;
export type WorkspaceSort = (typeof SORTS)[number];

/** A workspace as staff see it; its tokens by their last four characters. */
export interface WorkspaceRow {
  name: string;
  ownerId: number;
  /** Empty once the account is closed. */
  ownerEmail: string;
  tenantName: string;
  users: number;
  maxUsers: number;
  /** Spent by the owner's tenant in 30 days; where they are too many to be counted, at least so many. */
  coins: number;
  moreCoins: boolean;
  /** Null where a closed account took its keys with it. */
  keyLast4: string | null;
  adminLast4: string;
  /** Epoch seconds; null before a token was first used. */
  created: number;
  active: number | null;
}

/** Without owners, as long as nothing is asked of them: there may be a million users for some thousand workspaces. */
const PICKED = `select w.id, (count(*) over ())::int as total, row_number() over (order by
    case $4 when 'newest' then w.created_at when 'activity' then w.active_at end desc nulls last, w.name) as place
  from workspace w where w.deleted_at is null and $1::text is not null`;

/** No index holds what any part of a text is found by; there are thousands of workspaces at most. */
const PICKED_BY_OWNER = `select w.id, (count(*) over ())::int as total, row_number() over (order by
    case $4 when 'newest' then w.created_at when 'activity' then w.active_at end desc nulls last,
    case $4 when 'owner' then coalesce(u.email, t.tenant_name) end, w.name) as place
  from workspace w join user_account u on u.id = w.owner_id join tenant t on t.id = w.tenant_id
  where w.deleted_at is null
    and ($1 = '' or w.name ilike $1 or u.email ilike $1 or u.name ilike $1 or t.tenant_name ilike $1)`;

/** How many there are. */
export async function countWorkspaces(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from workspace where deleted_at is null`,
  );
  return row?.count ?? 0;
}

interface AskedPage {
  q: string;
  sort: WorkspaceSort;
  offset: number;
  limit: number;
  now: Date;
}

/**
 * A page of those of which `q` is part of the name or the owner's name, email or tenant, and how many there are. Owners,
 * users and coins are read for the rows of the page alone.
 */
export async function readWorkspaces({ q, sort, offset, limit, now }: AskedPage) {
  const rows = await db.query<Omit<WorkspaceRow, "coins" | "moreCoins"> & { tenantId: number; total: number }>(
    `select w.name, w.tenant_id as "tenantId", w.owner_id as "ownerId", coalesce(u.email, '') as "ownerEmail",
       t.tenant_name as "tenantName", w.max_users as "maxUsers", w.admin_last4 as "adminLast4",
       floor(extract(epoch from w.created_at))::float8 as created,
       floor(extract(epoch from w.active_at))::float8 as active,
       (select count(*)::int from workspace_user m where m.workspace_id = w.id) as users, p.total,
       (select k.last4 from api_key k where k.workspace_id = w.id and k.revoked_at is null) as "keyLast4"
     from (${q === "" && sort !== "owner" ? PICKED : PICKED_BY_OWNER} order by place offset $2 limit $3) p
       join workspace w using (id) join user_account u on u.id = w.owner_id join tenant t on t.id = w.tenant_id
     order by p.place`,
    [patternOf(q), offset, limit, sort],
  );
  const spent = await readCoinsSpent({ tenantIds: rows.map(({ tenantId }) => tenantId), now });
  return {
    rows: rows.map(({ tenantId, total: _total, ...row }): WorkspaceRow => {
      const { coins, more: moreCoins } = spent.get(tenantId) ?? { coins: 0, more: false };
      return { ...row, coins, moreCoins };
    }),
    total: rows[0]?.total ?? 0,
  };
}

/** For LIKE, in which some characters mean more than themselves. */
function patternOf(q: string): string {
  return q === "" ? "" : `%${q.replace(/[\\%_]/g, "\\$&")}%`;
}
