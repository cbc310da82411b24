import { db } from "~/platform/db.server";

/** Days for which what happened to a node is kept. */
const KEPT_DAYS = 90;

/** Deletes findings, chores, maintenance, rolling drains and silences of clusters that ended long ago. */
export async function pruneNodePast({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db.query(`delete from node_finding where cleared_at < $1`, [before]);
  await db.query(`delete from node_chore where ended_at < $1`, [before]);
  await db.query(`delete from maintenance_window where ended_at < $1`, [before]);
  await db.query(`delete from rolling_drain where ended_at < $1`, [before]);
  await db.query(`delete from fleet_silence where ended_at < $1`, [before]);
}
