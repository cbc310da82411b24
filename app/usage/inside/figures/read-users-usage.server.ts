import { db } from "~/platform/db.server";
import { type Days, startOf } from "~/platform/day-range";
import { groupBy } from "~/platform/group-by";
import type { Filtered } from "./find-filtered.server";
import { OTHERS } from "./largest";
import { type MeteredSum, restOf } from "./metering";
import { listModelSums } from "~/usage/inside/sums/model-sums.server";
import { HAS_PRO } from "~/usage/plan-sql";
import {
  listLargestUsers,
  listUsersOfTenant,
  listUserSums,
  listUserTotals,
} from "~/usage/inside/sums/user-sums.server";

export interface UserUsage {
  /** Email, or tenant_name once the account is closed; `others` for the rest. */
  user: string;
  /** The workspace that the user's tenant owns, else PRO or FREE; `others` for the rest. */
  group: string;
  sums: MeteredSum[];
}

interface Asked {
  days: Days;
  now: Date;
  limit: number;
  filtered?: Filtered;
  /** Returns only these users, without `others`. */
  userIds?: readonly number[];
}

/** Reads the usage of the users with the most coins on these days, and the rest as `others` (A3). Together they are the sum of all events. */
export async function readUsersUsage({ days, now, limit, filtered, userIds }: Asked): Promise<UserUsage[]> {
  const shown = await shownUsers({ days, now, limit, filtered, userIds });
  const [sums, places, whole] = await Promise.all([
    listUserSums({ userIds: shown, days, filtered }),
    readPlaces(shown),
    hasRest({ filtered, userIds }) ? listModelSums({ grain: "day", days, filtered }) : [],
  ]);
  const byUser = groupBy(sums, ({ userId }) => String(userId));
  const users = [...byUser].map(([userId, ofUser]) => ({ ...(places.get(Number(userId)) ?? NOWHERE), sums: ofUser }));
  users.sort((one, other) => coinsOf(other.sums) - coinsOf(one.sums));
  const rest = whole.length === 0 ? [] : restOf(whole, sums);
  return rest.length === 0 ? users : [...users, { ...NOWHERE, sums: rest }];
}

/** Returns the totals over all days. */
export async function readUsersTotals({ days, now, limit, filtered, userIds }: Asked): Promise<UserTotals[]> {
  const shown = await shownUsers({ days, now, limit, filtered, userIds });
  const [totals, places, whole] = await Promise.all([
    listUserTotals({ userIds: shown, days, filtered }),
    readPlaces(shown),
    hasRest({ filtered, userIds }) ? listModelSums({ grain: "day", days, filtered }) : [],
  ]);
  const users = totals.map(({ userId, ...total }) => ({ ...(places.get(userId) ?? NOWHERE), ...total }));
  users.sort((one, other) => other.coins - one.coins || (one.user < other.user ? -1 : 1));
  const inOne = (sums: readonly Omit<MeteredSum, "day" | "model">[]) =>
    sums.map((sum) => ({ ...sum, day: "", model: "" }));
  const [rest] = whole.length === 0 ? [] : restOf(inOne(whole), inOne(totals));
  if (!rest) return users;
  const { day: _day, model: _model, ...sum } = rest;
  return [...users, { ...NOWHERE, ...sum }];
}

export interface UserTotals extends Omit<MeteredSum, "day" | "model"> {
  user: string;
  group: string;
}

/** Checks whether there are more users than displayed. */
function hasRest({ filtered, userIds }: Pick<Asked, "filtered" | "userIds">): boolean {
  return !userIds && filtered?.userId == null;
}

const NOWHERE = { user: OTHERS, group: OTHERS };

export function coinsOf(sums: readonly { coins: number }[]): number {
  return sums.reduce((sum, { coins }) => sum + coins, 0);
}

async function shownUsers({ days, now, limit, filtered, userIds }: Asked): Promise<readonly number[]> {
  if (filtered?.userId != null) return [filtered.userId];
  if (userIds) return userIds.slice(0, limit);
  if (filtered?.tenantId != null) return await listUsersOfTenant({ tenantId: filtered.tenantId, days, limit });
  return await listLargestUsers({ since: startOf(days.start), now, limit });
}

async function readPlaces(userIds: readonly number[]): Promise<Map<number, { user: string; group: string }>> {
  const rows = await db.query<{ id: number; user: string; group: string }>(
    `select u.id, coalesce(u.email, t.tenant_name) as user,
       coalesce((select name from workspace w where w.tenant_id = u.tenant_id and w.deleted_at is null order by w.id limit 1),
         case when ${HAS_PRO} then 'PRO' else 'FREE' end) as "group"
     from user_account u join tenant t on t.id = u.tenant_id where u.id = any($1::int[])`,
    [userIds],
  );
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
