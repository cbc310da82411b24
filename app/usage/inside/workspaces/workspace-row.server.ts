import { unlessLocked } from "~/platform/locked.server";
import { readCoinsSpent } from "./read-coins-spent.server";

/** A workspace for staff, with the last four characters of its tokens. */
export interface WorkspaceRow {
  name: string;
  ownerId: number;
  /** Empty once the account is closed. */
  ownerEmail: string;
  tenantName: string;
  users: number;
  maxUsers: number;
  /**
   * Coins spent in 30 days. Events name a tenant, so the coins are at the tenant's first workspace and counted once.
   * Null while unknown.
   */
  coins: number | null;
  /** Null if a closed account took its keys with it. */
  keyLast4: string | null;
  adminLast4: string;
  /** Epoch seconds; null before a token was first used. */
  created: number;
  active: number | null;
}

export type StoredRow = Omit<WorkspaceRow, "coins"> & { tenantId: number; hasCoins: boolean };

/** SQL: workspace `w` is the first existing one of its tenant; usage is grouped by it everywhere (3.8). */
export const HAS_COINS = `not exists (
  select from workspace o where o.tenant_id = w.tenant_id and o.deleted_at is null and o.id < w.id)`;

/** Columns of a workspace `w`, its owner `u` and the owner's tenant `t`. */
export const ROW_COLUMNS = `w.name, w.tenant_id as "tenantId", w.owner_id as "ownerId", coalesce(u.email, '') as "ownerEmail",
  t.tenant_name as "tenantName", ${HAS_COINS} as "hasCoins", w.max_users as "maxUsers", w.admin_last4 as "adminLast4",
  floor(extract(epoch from w.created_at))::float8 as created, floor(extract(epoch from w.active_at))::float8 as active,
  (select count(*)::int from workspace_user m where m.workspace_id = w.id) as users,
  (select k.last4 from api_key k where k.workspace_id = w.id and k.revoked_at is null) as "keyLast4"`;

/** Search text of the owner of workspace `w`, in lower case; looked up per workspace, because there are a million users. */
export const OWNER_TEXTS = `cross join lateral (
  select s.name, s.email, s.tenant_name from user_search s where s.user_id = w.owner_id offset 0) owner`;

/** SQL: the workspace exists and the pattern `$1` matches one of its search texts; an empty pattern matches all. */
export const ROW_FOUND = `w.deleted_at is null and ($1 = ''
  or w.name like $1 or owner.email like $1 or owner.name like $1 or owner.tenant_name like $1)`;

export async function withCoins(rows: readonly StoredRow[], now: Date): Promise<WorkspaceRow[]> {
  const spent = await unlessLocked(readCoinsSpent({ tenantIds: rows.map(({ tenantId }) => tenantId), now }));
  return rows.map(({ tenantId, hasCoins, ...row }) => ({
    ...row,
    coins: spent && ((hasCoins && spent.get(tenantId)) || 0),
  }));
}

/** Escapes a text for LIKE, in lower case like the stored texts. */
export function patternOf(q: string): string {
  return q === "" ? "" : `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
