import { db } from "~/platform/db.server";
import { rolesWith } from "~/platform/may";
import { KEY_SCOPES, type KeyScope, scopesIn } from "./key-scopes";

const SHOWN_AFTER_END_DAYS = 30;
const NEWEST = 100;

export type KeyState = "valid" | "replaced" | "expired" | "revoked";

/** A key as its tenant sees it. Times are epoch seconds or null. */
export interface KeyRow {
  id: number;
  /** The account key, which the Security page shows and replaces. */
  own: boolean;
  name: string;
  last4: string;
  scopes: KeyScope[];
  networks: string[];
  madeTs: number;
  madeBy: string;
  /** When it ends or ended: expired, replaced or revoked. */
  endsTs: number | null;
  usedTs: number | null;
  usedFrom: string | null;
  state: KeyState;
}

type Stored = Omit<KeyRow, "scopes" | "state"> & { scopes: string[]; replacedTs: number | null };

/**
 * Lists the user's account key, then their named keys, and all keys of a team that they manage. Working keys come
 * first, newest first; ended keys stay for 30 days.
 */
export async function listKeys(given: { tenantId: number; userId: number; now: Date }): Promise<KeyRow[]> {
  const { tenantId, userId, now } = given;
  const rows = await db.query<Stored>(
    `select k.id, k.scope = 'full' as own, case k.scope when 'full' then 'Account key' else k.name end as name, k.last4, k.scopes, k.networks,
       floor(extract(epoch from k.created_at))::float8 as "madeTs", coalesce(u.email, '') as "madeBy",
       floor(extract(epoch from least(k.revoked_at, k.expires_at)))::float8 as "endsTs",
       floor(extract(epoch from k.revoked_at))::float8 as "replacedTs",
       floor(extract(epoch from k.used_at))::float8 as "usedTs", k.used_from as "usedFrom"
     from api_key k join user_account u on u.id = k.user_id
     where k.tenant_id = $1 and (k.scope = 'full' and k.user_id = $2 and k.revoked_at is null
       or k.scope = 'named' and (k.user_id = $2 or exists (select from member where tenant_id = $1 and user_id = $2
         and role = any($4::text[]))) and coalesce(least(k.revoked_at, k.expires_at), 'infinity') > $3::timestamptz - interval '${SHOWN_AFTER_END_DAYS} days')
     order by k.scope = 'full' desc, coalesce(least(k.revoked_at, k.expires_at), 'infinity') > $3 desc, k.created_at desc, k.id desc
     limit ${NEWEST}`,
    [tenantId, userId, now, [...rolesWith("team.act")]],
  );
  const nowTs = now.getTime() / 1000;
  return rows.map(({ replacedTs, ...row }) => ({
    ...row,
    scopes: row.own ? [...KEY_SCOPES] : scopesIn(row.scopes),
    state: stateOf({ endsTs: row.endsTs, replacedTs }, nowTs),
  }));
}

/** Reads a key that was just made. */
export async function readKey(given: { tenantId: number; userId: number; id: number; now: Date }): Promise<KeyRow> {
  const row = (await listKeys(given)).find(({ id }) => id === given.id);
  if (!row) throw new Error(`the key ${given.id} is not in the list`);
  return row;
}

function stateOf(
  { endsTs, replacedTs }: { endsTs: number | null; replacedTs: number | null },
  nowTs: number,
): KeyState {
  const over = endsTs !== null && endsTs <= nowTs;
  if (!over) return replacedTs === null ? "valid" : "replaced";
  return replacedTs !== null && replacedTs <= endsTs ? "revoked" : "expired";
}
