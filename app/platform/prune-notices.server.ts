import { db } from "./db.server";

const DAY_MS = 86_400_000;
const MAIL_TEXT_DAYS = 30;
const NOTIFICATION_DAYS = 90;

/**
 * Deletes the texts of old mails, which may hold links and names, and old notifications (A30). The rows of mails stay,
 * so that no cause is mailed twice.
 */
export async function pruneNotices({ now }: { now: Date }): Promise<void> {
  await db.query(`update mail set text = '' where created_at < $1 and text <> ''`, [daysBefore(now, MAIL_TEXT_DAYS)]);
  await db.query(`delete from notification where at < $1`, [daysBefore(now, NOTIFICATION_DAYS)]);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
