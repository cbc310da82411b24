import { db } from "~/platform/db.server";

/** Deletions of accounts that wait for staff: money that nobody gave up, or a debt. */
export interface WaitingDeletions {
  count: number;
  /** The user whose deletion has waited longest, and since when; null without one. */
  first: { userId: number; askedAt: Date } | null;
}

/** Reads the deletions that have waited for money for a day (6.9): within that, top-ups and refunds to cards end by themselves. */
export async function readWaitingForMoney({ now }: { now: Date }): Promise<WaitingDeletions> {
  const [row] = await db.query<{ count: number; userId: number; askedAt: Date }>(
    `select (count(*) over ())::int as count, user_id as "userId", asked_at as "askedAt" from account_deletion
     where done_at is null and step = 'close' and asked_at < $1::timestamptz - interval '1 day' order by asked_at limit 1`,
    [now],
  );
  return { count: row?.count ?? 0, first: row ?? null };
}
