import { db } from "~/platform/db.server";

const MINUTE_MS = 60_000;

/** Records when and from where a key was used, at most once a minute. */
export async function noteKeyUse(given: {
  keyId: number;
  usedAt: Date | null;
  address: string;
  now: Date;
}): Promise<void> {
  const { keyId, usedAt, address, now } = given;
  const before = new Date(now.getTime() - MINUTE_MS);
  if (usedAt && usedAt > before) return;
  // Of concurrent calls, only the first writes.
  await db.query(
    `update api_key set used_at = $2, used_from = $4 where id = $1 and (used_at is null or used_at <= $3)`,
    [keyId, now, before, address],
  );
}
