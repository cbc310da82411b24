import { db } from "~/platform/db.server";
import type { Filtered } from "./find-filtered.server";
import type { Grain } from "~/usage/grains";
import { largestOf, OTHERS } from "./largest";
import { readUserNames } from "./names.server";
import { ofWindow } from "~/usage/inside/sums/sums";

/** The users with the most calls, up to a limit, and `others` (A3). */
const USERS_SHOWN = 20;

interface Asked {
  grain: Grain;
  /** The window that knows its largest users. */
  span: string;
  pointsTs: readonly number[];
  filtered: Pick<Filtered, "modelId" | "userId" | "tenantId">;
  /** Calls of everybody, point by point. */
  totals: readonly number[];
}

interface UserPoint {
  ts: number;
  userId: number;
  calls: number;
}

/** Calls at each point: of the users with the most calls in the range, and of all others together, if they have any. */
export async function readUserSeries(asked: Asked): Promise<Record<string, { calls: number[] }>> {
  const { pointsTs, totals } = asked;
  const rows = await readPoints(asked);
  const sums = new Map<number, number>();
  for (const { userId, calls } of rows) sums.set(userId, (sums.get(userId) ?? 0) + calls);
  const names = await readUserNames([...sums.keys()]);
  const nameOf = (userId: number) => names.get(userId) ?? String(userId);
  const shown = largestOf(new Map([...sums].map(([userId, calls]) => [nameOf(userId), calls])), USERS_SHOWN);
  const zeros = () => Array.from(pointsTs, () => 0);
  const users = new Map(shown.map((name) => [name, zeros()]));
  const others = [...totals];
  const places = new Map(pointsTs.map((ts, place) => [ts, place]));
  for (const { ts, userId, calls } of rows) {
    const place = places.get(ts);
    const series = users.get(nameOf(userId));
    if (place === undefined || !series) continue;
    series[place] = (series[place] ?? 0) + calls;
    others[place] = (others[place] ?? 0) - calls;
  }
  // The two queries run one after the other, so events in between can make the rest too small, even negative.
  const rest = others.map((calls) => Math.max(0, calls));
  if (rest.some((calls) => calls > 0)) users.set(OTHERS, rest);
  return Object.fromEntries([...users].map(([name, calls]) => [name, { calls }]));
}

async function readPoints(asked: Asked): Promise<UserPoint[]> {
  const { grain, span, pointsTs, filtered } = asked;
  const { modelId, userId, tenantId } = filtered;
  const since = pointsTs[0] ?? 0;
  return await db.query<UserPoint>(
    `select extract(epoch from at)::float8 as ts, user_id as "userId", sum(calls::float8) as calls from usage_by_user
     where grain = $1 and at >= to_timestamp($2::float8) and ($3::int is null or model_id = $3)
       and ($4::int is null or user_id = $4) and ($5::int is null or tenant_id = $5)
       and (coalesce($4, $5) is not null or user_id = any(array(
         select user_id from (select user_id, ${ofWindow("calls", "$6")} as calls from usage_user_window) window_users
         where calls > 0 order by calls desc, user_id limit ${USERS_SHOWN})))
     group by 1, 2`,
    [grain, since, modelId, userId, tenantId, span],
  );
}
