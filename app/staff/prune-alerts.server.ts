import { db } from "~/platform/db.server";

/** Days for which an alert is kept after its end. */
const ALERT_DAYS = 90;
const MESSAGE_DAYS = 30;
const BATCH = 5_000;
const DAY_MS = 86_400_000;

/** Deletes alerts that have been over for long, with their causes, and old messages. */
export async function pruneAlerts({ now }: { now: Date }): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.query(
    `delete from alert where id in (select id from alert where resolved_at < $1 order by resolved_at limit ${BATCH})`,
    [before(ALERT_DAYS)],
  );
  await db.query(
    `delete from alert_message where id in (
       select m.id from alert_message m where m.created_at < $1 and m.state <> 'waiting' order by m.created_at limit ${BATCH})`,
    [before(MESSAGE_DAYS)],
  );
}
