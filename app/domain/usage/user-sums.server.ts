import { db } from "~/db.server";
import { type Days, momentsOf } from "~/domain/day-range";
import type { Filtered } from "./find-filtered.server";

/** What a user's events of a model came to on a day. */
export interface UserSum {
  userId: number;
  day: string;
  model: string;
  coins: number;
  prompt: number;
  generated: number;
  cacheRead: number;
  cacheCreation: number;
}

export const LARGEST = 200;
export const LARGEST_MAX = 1000;

/** Windows of sums by user (decision 0193), and how many days each reaches back. */
const WINDOWS = [
  { span: "100h", days: 4 },
  { span: "30d", days: 30 },
  { span: "60d", days: 60 },
  { span: "12mo", days: Infinity },
] as const;

/** The users who spent most coins since about that day, most first: found by the sums of the shortest window that holds it. */
export async function listLargestUsers(asked: { since: Date; now: Date; limit: number }): Promise<number[]> {
  const back = (asked.now.getTime() - asked.since.getTime()) / 86_400_000;
  const { span } = WINDOWS.find(({ days }) => back <= days) ?? WINDOWS[3];
  const rows = await db.query<{ userId: number }>(
    `select user_id as "userId" from usage_window_user where span = $1 and events > 0
     order by coins desc, user_id limit $2`,
    [span, asked.limit],
  );
  return rows.map(({ userId }) => userId);
}

/** The users of a tenant who have events on these days. */
export async function listUsersOfTenant(asked: { tenantId: number; days: Days; limit: number }): Promise<number[]> {
  const { from, until } = momentsOf(asked.days);
  const rows = await db.query<{ userId: number }>(
    `select user_id as "userId" from usage_by_user where grain = 'day' and tenant_id = $1 and at >= $2 and at < $3
     group by 1 order by sum(coins) desc, 1 limit $4`,
    [asked.tenantId, from, until, asked.limit],
  );
  return rows.map(({ userId }) => userId);
}

/** The points of these users alone, by day and model. */
export async function listUserSums(asked: {
  userIds: readonly number[];
  days: Days;
  filtered?: Filtered;
}): Promise<UserSum[]> {
  const { from, until } = momentsOf(asked.days);
  const { modelId = null, tenantId = null } = asked.filtered ?? {};
  return await db.query<UserSum>(
    `select s.user_id as "userId", to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') as day, m.name as model,
       s.coins::float8 as coins, s.prompt::float8 as prompt, s.generated::float8 as generated,
       s.cache_read::float8 as "cacheRead", s.cache_creation::float8 as "cacheCreation"
     from (select user_id, at, model_id, sum(coins) as coins, sum(prompt_tokens) as prompt, sum(generated_tokens) as generated,
         sum(cache_read_tokens) as cache_read, sum(cache_creation_tokens) as cache_creation
       from usage_by_user where grain = 'day' and user_id = any($1::int[]) and at >= $2 and at < $3
         and ($4::int is null or model_id = $4) and ($5::int is null or tenant_id = $5)
       group by 1, 2, 3) s
     join usage_model m on m.id = s.model_id order by s.at, m.name`,
    [asked.userIds, from, until, modelId, tenantId],
  );
}
