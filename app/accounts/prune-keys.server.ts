import { db } from "~/platform/db.server";

const KEPT_DAYS = 90;

/** Deletes named keys 90 days after they ended: no screen shows them, and the audit keeps the record. */
export async function pruneKeys({ now }: { now: Date }): Promise<void> {
  await db.query(
    `delete from api_key where scope = 'named' and least(revoked_at, expires_at) <= $1::timestamptz - interval '${KEPT_DAYS} days'`,
    [now],
  );
}
