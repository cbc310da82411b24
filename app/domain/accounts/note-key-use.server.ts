import { db } from "~/db.server";

const MINUTE_MS = 60_000;

/** Notes that a key opened something, once a minute: who calls often shall not write as often. */
export async function noteKeyUse(given: { keyId: number; usedAt: Date | null; now: Date }): Promise<void> {
  const { keyId, usedAt, now } = given;
  const before = new Date(now.getTime() - MINUTE_MS);
  if (usedAt && usedAt > before) return;
  // Of many at once the first writes, and the others find that it did.
  await db.query(`update api_key set used_at = $2 where id = $1 and (used_at is null or used_at <= $3)`, [
    keyId,
    now,
    before,
  ]);
}
