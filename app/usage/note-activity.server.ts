import { db } from "~/platform/db.server";

const MINUTE_MS = 60_000;

/**
 * Records that a token of the workspace was used, at most once a minute: frequent calls must not cause frequent writes
 * (A16).
 */
export async function noteActivity(given: { workspaceId: number; activeAt: Date | null; now: Date }): Promise<void> {
  const { workspaceId, activeAt, now } = given;
  if (activeAt && now.getTime() - activeAt.getTime() < MINUTE_MS) return;
  await db.query(`update workspace set active_at = $2 where id = $1`, [workspaceId, now]);
}
