import { db } from "~/db.server";
import { NAME_KEPT_DAYS } from "./kept-days";

/** Orders of the table. */
const ORDERS = {
  name: "w.name",
  owner: "coalesce(u.email, t.tenant_name), w.name",
  newest: "w.created_at desc, w.id desc",
  activity: "w.active_at desc nulls last, w.name",
};
export type WorkspaceSort = keyof typeof ORDERS;
export const SORTS = Object.keys(ORDERS) as WorkspaceSort[];

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
         row_number() over (order by ${ORDERS[sort]}) as place
       ${FOUND} order by place offset $2 limit $3) p
     cross join lateral (
       select coalesce(sum(-e.units), 0)::float8 as coins, count(*)::int as postings
       from (select l.id from ledger_transaction l
           where l.tenant_id = p.tenant_id and l.unit = 'coin' and l.kind = 'spend'
             and l.at > $4::timestamptz - interval '30 days' order by l.at desc limit 1000) l
         join ledger_entry e on e.transaction_id = l.id
         join ledger_account a on a.id = e.account_id and a.tenant_id = p.tenant_id and a.kind = 'coins') spent
     order by p.place`,
    [patternOf(q), offset, limit, now],
  );
}

/** A workspace that can be brought back. */
export interface DeletedWorkspace {
  name: string;
  ownerId: number;
  ownerEmail: string;
  tenantName: string;
  /** Epoch seconds. */
  deleted: number;
  /** Until when it can be undone. */
  keptUntil: number;
}

/** Those of the last 30 days, the last one first, and how many there are. */
export async function readDeletedWorkspaces(given: { offset: number; limit: number; now: Date }) {
  const { offset, limit, now } = given;
  const rows = await db.query<DeletedWorkspace & { total: number }>(
    `select w.name, w.owner_id as "ownerId", coalesce(u.email, '') as "ownerEmail", t.tenant_name as "tenantName",
       floor(extract(epoch from w.deleted_at))::float8 as deleted,
       floor(extract(epoch from w.deleted_at + $4 * interval '1 day'))::float8 as "keptUntil",
       (count(*) over ())::int as total
     from workspace w join user_account u on u.id = w.owner_id join tenant t on t.id = w.tenant_id
     where w.deleted_at > $1::timestamptz - $4 * interval '1 day'
     order by w.deleted_at desc, w.id desc offset $2 limit $3`,
    [now, offset, limit, NAME_KEPT_DAYS],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

/** For LIKE, in which some characters mean more than themselves. */
function patternOf(q: string): string {
  return q === "" ? "" : `%${q.replace(/[\\%_]/g, "\\$&")}%`;
}
