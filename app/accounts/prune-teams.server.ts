import { db } from "~/platform/db.server";

const INVITATION_KEPT_DAYS = 90;
const SPEND_KEPT_MONTHS = 13;
const DAY_MS = 86_400_000;

/** Deletes invitations that ended long ago, and members' spending of months that no limit reads. */
export async function pruneTeams({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - INVITATION_KEPT_DAYS * DAY_MS);
  await db.query(`delete from invitation where expires_at < $1`, [before]);
  await db.query(
    `delete from member_spend where month < $1::timestamptz - make_interval(months => ${SPEND_KEPT_MONTHS})`,
    [now],
  );
}
