import { db } from "~/platform/db.server";

const MINUTE_MS = 60_000;

/** Notes that a token of the workspace was used, once a minute: who calls often shall not write as often (A16). */
export async function noteActivity(given: { workspaceId: number; activeAt: Date | null; now: Date }): Promise<void> {
  const { workspaceId, activeAt, now } = given;
  if (activeAt && now.getTime() - activeAt.getTime() < MINUTE_MS) return;
  await db.query(`update workspace set active_at = $2 where id = $1`, [workspaceId, now]);
}
