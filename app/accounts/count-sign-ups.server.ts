import { db } from "~/platform/db.server";

/** Counts customers who registered from `from` until before `until`, including unconfirmed ones. */
export async function countSignUps({ from, until }: { from: Date; until: Date }): Promise<number> {
  const [row] = await db.query<{ users: number }>(
    `select count(*)::int as users from user_account where role = 'customer' and created_at >= $1 and created_at < $2`,
    [from, until],
  );
  return row?.users ?? 0;
}
