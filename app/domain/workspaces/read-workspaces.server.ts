import { db } from "~/db.server";

/** Orders of the table. */
export const SORTS = ["name", "owner", "newest", "activity"] as const;
export type WorkspaceSort = (typeof SORTS)[number];

/** A workspace as staff see it; its tokens by their last four characters. */
export interface WorkspaceRow {
  name: string;
  ownerId: number;
  /** Empty once the account is closed. */
  ownerEmail: string;
  ownerName: string;
  tenantName: string;
  users: number;
  maxUsers: number;
  /** Spent by the owner's tenant in 30 days; counted are the newest 1,000 postings, and there may be more. */
  coins: number;
  moreCoins: boolean;
  /** Null where a closed account took its keys with it. */
  keyLast4: string | null;
  adminLast4: string;
  /** Epoch seconds; null before a token was first used. */
  created: number;
  active: number | null;
}

/** No index holds what any part of a text is found by; there are thousands of workspaces at most. */
const FOUND = `from workspace w join user_account u on u.id = w.owner_id join tenant t on t.id = w.tenant_id
  where w.deleted_at is null
    and ($1 = '' or w.name ilike $1 or u.email ilike $1 or u.name ilike $1 or t.tenant_name ilike $1)`;

/** How many there are, of which `q` is part of the name or the owner's name, email or tenant. */
export async function countWorkspaces({ q = "" }: { q?: string }): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count ${FOUND}`, [patternOf(q)]);
  return row?.count ?? 0;
}

/** A page of them. Users and coins are counted for the rows of the page alone. */
export async function readWorkspaces(given: {
  q: string;
  sort: WorkspaceSort;
  offset: number;
  limit: number;
  now: Date;
}): Promise<WorkspaceRow[]> {
  const { q, sort, offset, limit, now } = given;
  return await db.query<WorkspaceRow>(
    `select p.name, p."ownerId", p."ownerEmail", p."ownerName", p."tenantName", p."maxUsers", p."adminLast4",
       p.created, p.active,
       (select count(*)::int from workspace_user m join user_account v on v.id = m.user_id
        where m.workspace_id = p.id and v.email is not null) as users,
       (select k.last4 from api_key k where k.workspace_id = p.id and k.revoked_at is null) as "keyLast4",
       spent.coins, spent.postings = 1000 as "moreCoins"
     from (select w.id, w.name, w.tenant_id, w.owner_id as "ownerId", coalesce(u.email, '') as "ownerEmail",
         u.name as "ownerName", t.tenant_name as "tenantName", w.max_users as "maxUsers",
         w.admin_last4 as "adminLast4", floor(extract(epoch from w.created_at))::float8 as created,
         floor(extract(epoch from w.active_at))::float8 as active,
         row_number() over (order by
           case $5 when 'newest' then w.created_at when 'activity' then w.active_at end desc nulls last,
           case $5 when 'owner' then coalesce(u.email, t.tenant_name) end, w.name) as place
       ${FOUND} order by place offset $2 limit $3) p
     cross join lateral (
       select coalesce(sum(-e.units), 0)::float8 as coins, count(*)::int as postings
       from (select l.id from ledger_transaction l
           where l.tenant_id = p.tenant_id and l.unit = 'coin' and l.kind = 'spend'
             and l.at > $4::timestamptz - interval '30 days' order by l.at desc limit 1000) l
         join ledger_entry e on e.transaction_id = l.id
         join ledger_account a on a.id = e.account_id and a.tenant_id = p.tenant_id and a.kind = 'coins') spent
     order by p.place`,
    [patternOf(q), offset, limit, now, sort],
  );
}

/** For LIKE, in which some characters mean more than themselves. */
function patternOf(q: string): string {
  return q === "" ? "" : `%${q.replace(/[\\%_]/g, "\\$&")}%`;
}
