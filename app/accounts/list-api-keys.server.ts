import { db } from "~/platform/db.server";

const NEWEST = 25;

/** A key, for staff, with at most its last four characters. */
export interface ApiKeyRow {
  id: number;
  scope: string;
  /** Set for a named key only. */
  name: string;
  scopes: string[];
  last4: string;
  /** Epoch seconds. */
  madeTs: number;
  /** Last use, to the minute; null before. */
  usedTs: number | null;
  /** Null while it is valid. */
  revokedTs: number | null;
  /** Expiry; null: never. */
  expiresTs: number | null;
}

/** Lists a user's keys, the newest first. */
export async function listApiKeys({ userId }: { userId: number }): Promise<ApiKeyRow[]> {
  return await db.query<ApiKeyRow>(
    `select id, scope, name, scopes, last4, floor(extract(epoch from created_at))::float8 as "madeTs",
       floor(extract(epoch from used_at))::float8 as "usedTs",
       floor(extract(epoch from revoked_at))::float8 as "revokedTs",
       floor(extract(epoch from expires_at))::float8 as "expiresTs"
     from api_key where user_id = $1 order by created_at desc, id desc limit ${NEWEST}`,
    [userId],
  );
}
