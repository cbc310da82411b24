import { db } from "~/db.server";

const KEPT_DAYS = 90;

/** Removes named keys that ended 90 days ago: nobody sees them any more, and the audit knows of them. */
export async function pruneKeys({ now }: { now: Date }): Promise<void> {
  await db.query(
    `delete from api_key where scope = 'named' and least(revoked_at, expires_at) <= $1::timestamptz - interval '${KEPT_DAYS} days'`,
    [now],
  );
}
