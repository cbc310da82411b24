import { db } from "~/platform/db.server";

const QUIET_DAYS = 30;
const KEPT_DAYS = 365;
const BATCH = 1000;

/** Closes conversations that nobody waited for in 30 days, and deletes closed ones 365 days after their last message (22.8). */
export async function pruneConversations({ now }: { now: Date }): Promise<void> {
  await db.query(
    `update conversation set state = 'closed'
     where state = 'open' and waiting_since is null and last_at < $1::timestamptz - interval '${QUIET_DAYS} days'`,
    [now],
  );
  const old = () =>
    db.query(
      `delete from conversation where id in (
         select id from conversation where state = 'closed' and waiting_since is null
           and last_at < $1::timestamptz - interval '${KEPT_DAYS} days' limit ${BATCH}) returning 1`,
      [now],
    );
  while ((await old()).length === BATCH);
}
