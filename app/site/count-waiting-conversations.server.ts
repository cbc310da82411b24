import { db } from "~/platform/db.server";

/** Conversations that wait for staff, and since when the first does (22.1). */
export async function countWaitingConversations(): Promise<{ waiting: number; since: Date | null }> {
  const [row] = await db.query<{ waiting: number; since: Date | null }>(
    `select count(*)::int as waiting, min(waiting_since) as since from conversation
     where state = 'open' and waiting_since is not null`,
  );
  return row ?? { waiting: 0, since: null };
}
