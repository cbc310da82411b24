import { db } from "~/platform/db.server";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, toAccount } from "./account.server";
import { WHERE_IT_IS } from "./session.server";

/** Lists, by session, the accounts of sessions that are valid at `now` and may receive live events (5.1). */
export async function listPresentSessions({
  sessionIds,
  now,
}: {
  sessionIds: string[];
  now: Date;
}): Promise<Map<string, Account>> {
  const rows = await db.query<AccountRow & { session_id: string }>(
    `select s.id as session_id, ${ACCOUNT_COLUMNS}
     from session s ${WHERE_IT_IS}
     where s.id = any($1) and s.expires_at > $2 and u.state not in ('suspended', 'closed')`,
    [sessionIds, now],
  );
  return new Map(rows.map((row) => [row.session_id, toAccount(row)]));
}
