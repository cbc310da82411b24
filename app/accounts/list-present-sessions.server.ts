import { db } from "~/platform/db.server";

/** The sessions that are still valid at `now` and may hear live events (5.1). */
export async function listPresentSessions({
  sessionIds,
  now,
}: {
  sessionIds: string[];
  now: Date;
}): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `select s.id from session s join user_account u on u.id = s.user_id
     where s.id = any($1) and s.expires_at > $2 and u.state not in ('suspended', 'closed')`,
    [sessionIds, now],
  );
  return new Set(rows.map(({ id }) => id));
}
