import { db } from "./db.server";
import { presentTime } from "./time.server";

const KEY_MAX = 150;

/** SQL: the time has passed, or a clock that was wrong wrote it too far ahead. */
const IS_OVER = `coalesce(login_limit.expire not between $now::bigint and $most::bigint, true)`;

const ADD = `insert into login_limit (key, points, expire) values ($key, 1, $end::bigint)
  on conflict (key) do update set points = case when ${IS_OVER} then 1 else login_limit.points + 1 end,
    expire = case when ${IS_OVER} then $end else login_limit.expire end
  returning points, greatest($now, expire)::float8 as "endMs"`;

/**
 * A limit kept in the database, so that it holds across web processes and restarts: for logins and mails (0.9). It goes
 * by the time that all processes share (decision 0490). `consume` throws the refusal that `refusal` makes from the
 * seconds to wait.
 */
export function lastingLimit(given: {
  prefix: string;
  points: number;
  durationS: number;
  refusal: (seconds: number) => Error;
}) {
  const keyOf = (key: string) => `${given.prefix}:${key.slice(0, KEY_MAX)}`;
  const add = async (key: string, nowMs: number) => {
    const durationMs = given.durationS * 1000;
    const [end, most] = [nowMs + durationMs, nowMs + 2 * durationMs];
    const [row] = await db.query<{ points: number; endMs: number }>(ADD, { key: keyOf(key), now: nowMs, end, most });
    return row ?? { points: 1, endMs: end };
  };
  return {
    consume: async (key: string): Promise<void> => {
      const nowMs = presentTime().getTime();
      const { points, endMs } = await add(key, nowMs);
      if (points > given.points) throw given.refusal(Math.max(1, Math.ceil((endMs - nowMs) / 1000)));
    },
    /** Counts and never refuses. */
    count: async (key: string) => void (await add(key, presentTime().getTime())),
    /** Resets the key's count. */
    forget: async (key: string) => void (await db.query(`delete from login_limit where key = $1`, [keyOf(key)])),
    /** Undoes one count. */
    giveBack: async (key: string) =>
      void (await db.query(`update login_limit set points = points - 1 where key = $1 and points > 0`, [keyOf(key)])),
  };
}
