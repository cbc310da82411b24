import { db } from "~/platform/db.server";
import { startOf } from "~/platform/day-range";
import { HAS_PRO } from "./plan-sql";

/** Limit, as in the lists of users (3.6). */
export const MESSAGES_MAX = 10_000;

export interface MessageCount {
  email: string;
  requests: number;
}

export interface Messages {
  /** Users with the most messages first, up to the requested number. */
  users: MessageCount[];
  /** Total of all users, including those not in the list. */
  count: number;
  requests: number;
}

/** Messages of a day, events of kind chat and agent, by users with PRO or without. */
export async function readMessages(asked: { day: string; pro: boolean; limit?: number }): Promise<Messages> {
  const rows = await db.query<{ email: string; requests: number; count: number; all: number }>(
    `with counted as materialized (
       select d.user_id, d.requests, u.email, u.tenant_id
       from (select user_id, sum(chat_events + agent_events) as requests from usage_by_user where grain = 'day' and at = $1
         group by user_id) d
       join user_account u on u.id = d.user_id where d.requests > 0 and (${HAS_PRO}) = $2
     )
     select coalesce(email, (select tenant_name from tenant t where t.id = counted.tenant_id), '') as email,
       requests::float8 as requests, (select count(*) from counted)::int as count,
       (select coalesce(sum(requests), 0) from counted)::float8 as all
     from counted order by counted.requests desc, user_id limit $3`,
    [startOf(asked.day), asked.pro, asked.limit ?? MESSAGES_MAX],
  );
  return {
    users: rows.map(({ email, requests }) => ({ email, requests })),
    count: rows[0]?.count ?? 0,
    requests: rows[0]?.all ?? 0,
  };
}
