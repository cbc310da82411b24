import { db } from "~/platform/db.server";

const KEEP_MS = 7 * 86_400_000;

/** Removes log lines after 7 days (4.3). */
export async function pruneTaskLogs({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from task_log where at < $1`, [new Date(now.getTime() - KEEP_MS)]);
}
