import { db } from "~/db.server";
import { startOf } from "~/domain/day-range";
import { HAS_PRO } from "./plan-sql";

/** As the lists of users (3.6). */
export const MESSAGES_MAX = 10_000;

export interface MessageCount {
  email: string;
  requests: number;
}

export interface Messages {
  /** Those with most first, at most so many as were asked for. */
  users: MessageCount[];
  /** Of all, also of those who are not in the list. */
  count: number;
  requests: number;
}

/** Messages of a day, events of kind chat and agent, by users with PRO or without. */
export async function readMessages(asked: { day: string; pro: boolean; limit?: number }): Promise<Messages> {
  const rows = await db.query<{ email: string; requests: number; count: number; all: number }>(
    `with counted as (
       select user_id, sum(events) as requests from usage_by_user
       where grain = 'day' and at = $1 and kind in ('chat', 'agent') group by user_id
     )
     select coalesce(u.email, t.tenant_name) as email, c.requests::float8 as requests, count(*) over ()::int as count,
       (sum(c.requests) over ())::float8 as all
     from counted c join user_account u on u.id = c.user_id join tenant t on t.id = u.tenant_id
     where (${HAS_PRO}) = $2 order by c.requests desc, u.id limit $3`,
    [startOf(asked.day), asked.pro, asked.limit ?? MESSAGES_MAX],
  );
  return {
    users: rows.map(({ email, requests }) => ({ email, requests })),
    count: rows[0]?.count ?? 0,
    requests: rows[0]?.all ?? 0,
  };
}
