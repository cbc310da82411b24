import type { MeteredSum } from "~/usage/inside/figures/metering";
import { db } from "~/platform/db.server";
import { type Days, eachDay, momentsOf, startOf } from "~/platform/day-range";
import type { Filtered } from "~/usage/inside/figures/find-filtered.server";
import { readModelNames } from "~/usage/inside/figures/names.server";
import { ofWindow } from "./sums";

/** Sums of a user's events of a model on a day. */
export interface UserSum extends MeteredSum {
  userId: number;
}

/** Windows of sums by user (decision 0193), and how many days each reaches back. */
const WINDOWS = [
  { span: "100h", days: 4 },
  { span: "30d", days: 30 },
  { span: "60d", days: 60 },
  { span: "12mo", days: Infinity },
] as const;

/**
 * The users who spent the most coins since about that day, most first, by the sums of the shortest window that contains
 * it.
 */
export async function listLargestUsers(asked: { since: Date; now: Date; limit: number }): Promise<number[]> {
  const back = (asked.now.getTime() - asked.since.getTime()) / 86_400_000;
  const { span } = WINDOWS.find(({ days }) => back <= days) ?? WINDOWS[3];
  const rows = await db.query<{ userId: number }>(
    `select user_id as "userId" from usage_user_window where ${ofWindow("calls", "$1")} > 0
     order by ${ofWindow("coins", "$1")} desc, user_id limit $2`,
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

interface AskedUsers {
  userIds: readonly number[];
  days: Days;
  filtered?: Filtered;
}

/**
 * Lists the points of these users, by day and model, oldest first; a user's points at different tenants stay separate.
 */
export async function listUserSums(asked: AskedUsers): Promise<UserSum[]> {
  const points = await db.query<Point>(
    `select user_id as "userId", (extract(epoch from at) / 86400)::int as at, model_id as "modelId", coins::float8 as coins,
       prompt_tokens::float8 as prompt, generated_tokens::float8 as generated, cache_read_tokens::float8 as "cacheRead",
       cache_creation_tokens::float8 as "cacheCreation" ${DAYS_OF_ASKED}`,
    valuesOf(asked),
  );
  const names = await readModelNames(points.map(({ modelId }) => modelId));
  const dayNames = new Map(eachDay(asked.days).map((day) => [startOf(day).getTime() / DAY_MS, day]));
  return points
    .sort((one, other) => one.at - other.at || one.modelId - other.modelId)
    .map(({ at, modelId, ...sum }) => ({ ...sum, day: dayNames.get(at) ?? "", model: names.get(modelId) ?? "" }));
}

type Point = Omit<UserSum, "day" | "model"> & { at: number; modelId: number };

/** Days are counted since 1970, because a number in each row is read faster than a text. */
const DAY_MS = 86_400_000;

const DAYS_OF_ASKED = `from usage_by_user where grain = 'day' and user_id = any($1::int[]) and at >= $2 and at < $3
  and ($4::int is null or model_id = $4) and ($5::int is null or tenant_id = $5)`;

function valuesOf({ userIds, days, filtered }: AskedUsers) {
  const { from, until } = momentsOf(days);
  return [userIds, from, until, filtered?.modelId ?? null, filtered?.tenantId ?? null] as const;
}

export type UserTotal = Omit<UserSum, "day" | "model">;

/** Lists the totals of each of these users over all days. */
export async function listUserTotals(asked: AskedUsers): Promise<UserTotal[]> {
  return await db.query<UserTotal>(
    `select user_id as "userId", sum(coins::float8) as coins, sum(prompt_tokens::float8) as prompt,
       sum(generated_tokens::float8) as generated, sum(cache_read_tokens::float8) as "cacheRead",
       sum(cache_creation_tokens::float8) as "cacheCreation" ${DAYS_OF_ASKED} group by 1`,
    valuesOf(asked),
  );
}
