import { db } from "~/platform/db.server";
import { KEPT_DAYS } from "./limits";

/** Deletes rehearsals that ended long ago, with their files (A44). */
export async function pruneRehearsals({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db.query(`delete from rehearsal where ended_at < $1`, [before]);
}
