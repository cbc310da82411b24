import { z } from "zod";
import { db } from "~/platform/db.server";
import { rolesWith } from "~/platform/may";
import { record, type Row, ts, tsOrZero } from "~/platform/record";
import { KEY_SCOPES } from "./key-scopes";

const SHOWN_AFTER_END_DAYS = 30;
const NEWEST = 100;

/** A key ends when it is rotated or revoked, or after its last day. */
const ENDS_AT = "least(k.revoked_at, k.expires_at)";

const limitOf = (period: string, column: string) => ({
  type: z.number().nullable(),
  means: [`The most that its tasks and volumes may cost ${period}; null: no limit`, 25] as [string, number],
  sql: `line.${column} / 100::float8`,
});
const spentOf = (period: string, days: string) => ({
  type: z.number(),
  means: [`Charges of tasks and volumes created with it, ${period}`, 4.5] as [string, number],
  sql: `coalesce((select sum(spend.units) from key_spend spend where spend.key_line_id = k.line_id ${days}), 0) / 3600 / 100::float8`,
});

/** An API key for its tenant, never whole. Alias `k`, with its user as `u` and its line as `line`; `$2` is the key that makes the call. */
export const API_KEY = record({
  id: { type: z.int(), sql: "k.id" },
  name: {
    type: z.string(),
    means: ["Name of the key, 1 to 100 characters", "nightly training"],
    sql: "case k.scope when 'full' then 'Account key' else k.name end",
  },
  own: {
    type: z.boolean(),
    means: ["The account's own key, which the security page shows and replaces"],
    sql: "k.scope = 'full'",
  },
  masked: {
    type: z.string(),
    means: ["The key by its prefix and last four characters", "mr_…4fT0"],
    sql: "'mr_…' || k.last4",
  },
  scopes: {
    type: z.array(z.enum(KEY_SCOPES)),
    sql: `case k.scope when 'full' then array['${KEY_SCOPES.join("', '")}'] else k.scopes end`,
  },
  networks: {
    type: z.array(z.string()),
    means: ["Networks it may be used from; empty: anywhere", ["203.0.113.0/24"]],
    sql: "k.networks",
  },
  state: {
    type: z.enum(["valid", "replaced", "expired", "revoked"]),
    means: ["replaced: it works until ends_ts", "valid"],
    sql: `case when coalesce(${ENDS_AT}, 'infinity') > $1 then case when k.revoked_at is null then 'valid' else 'replaced' end
      when k.revoked_at <= coalesce(k.expires_at, 'infinity') then 'revoked' else 'expired' end`,
  },
  current: { type: z.boolean(), means: ["The key that made this call"], sql: "k.id is not distinct from $2::int" },
  day_limit_dollars: limitOf("on a UTC day", "day_cents"),
  total_limit_dollars: limitOf("in total", "total_cents"),
  day_spent_dollars: spentOf("on this UTC day", "and spend.day = ($1::timestamptz at time zone 'UTC')::date"),
  total_spent_dollars: spentOf("so far", ""),
  created_by: {
    type: z.string(),
    means: ["Email of the person who created the key", "user1042@example.com"],
    sql: "coalesce(u.email, '')",
  },
  created_ts: { type: z.int(), sql: ts("k.created_at") },
  ends_ts: {
    type: z.int(),
    means: ["When the key expires or ended, epoch seconds UTC; 0: it does not expire", 1714483384],
    sql: tsOrZero(ENDS_AT),
  },
  used_ts: {
    type: z.int(),
    means: ["When it was last used, to the minute, epoch seconds UTC; 0: never", 1706707384],
    sql: tsOrZero("k.used_at"),
  },
  used_from: {
    type: z.string(),
    means: ["Address it was last used from; empty: never used", "203.0.113.7"],
    sql: "coalesce(k.used_from, '')",
  },
});
export type KeyRow = Row<typeof API_KEY>;

/**
 * Lists the user's account key, then their named keys, and all keys of a team that they manage. Working keys come
 * first, newest first; ended keys stay for 30 days.
 */
export async function listKeys(given: {
  tenantId: number;
  userId: number;
  callingId?: number | null;
  now: Date;
}): Promise<KeyRow[]> {
  const { tenantId, userId, callingId = null, now } = given;
  return await db.query<KeyRow>(
    `select ${API_KEY.columns} from api_key k join user_account u on u.id = k.user_id left join key_line line on line.id = k.line_id
     where k.tenant_id = $3 and (k.scope = 'full' and k.user_id = $4 and k.revoked_at is null
       or k.scope = 'named' and (k.user_id = $4 or exists (select from member where tenant_id = $3 and user_id = $4
         and role = any($5::text[]))) and coalesce(${ENDS_AT}, 'infinity') > $1::timestamptz - interval '${SHOWN_AFTER_END_DAYS} days')
     order by k.scope = 'full' desc, coalesce(${ENDS_AT}, 'infinity') > $1 desc, k.created_at desc, k.id desc
     limit ${NEWEST}`,
    [now, callingId, tenantId, userId, [...rolesWith("team.act")]],
  );
}

/** Reads a key that was just made. */
export async function readKey({ id, ...asked }: Parameters<typeof listKeys>[0] & { id: number }): Promise<KeyRow> {
  const row = (await listKeys(asked)).find((key) => key.id === id);
  if (!row) throw new Error(`the key ${id} is not in the list`);
  return row;
}
