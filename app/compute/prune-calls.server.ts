import { db } from "~/platform/db.server";

const KEEP_MS = 86_400_000;

/** Forgets the answers of idempotent calls after 24 h (3.3). */
export async function pruneCalls({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from idempotent_call where created_at < $1`, [new Date(now.getTime() - KEEP_MS)]);
}
