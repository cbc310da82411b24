import { type Tx, transaction } from "~/platform/db.server";
import { adding, type KeptSum } from "~/platform/kept-sum";
import { NEVER } from "./inside/users/seen-days";

/** A user's active day, `YYYY-MM-DD` in UTC. */
export interface ActiveDay {
  userId: number;
  day: string;
}

/** Users of a day, over its rows. */
export const ACTIVE_COUNT = {
  table: "active_count",
  grain: ["day"],
  key: [],
  sums: { active: "sum(active)", last_seen: "sum(last_seen)" },
  maxes: {},
} as const satisfies KeptSum;

/** Number of rows over which a day's counts are spread. */
const SHARDS = 8;
/** Shard of the row that counts no user: removed users of a day, and the day's totals for 7 and 30 days. */
export const WHOLE_DAY = SHARDS;

/** Records active days (A9) in their own transaction; idempotent. */
export async function recordActive(days: readonly ActiveDay[]): Promise<void> {
  if (days.length > 0) await transaction((tx) => recordActiveWithin(tx, days));
}

/** Records them in the transaction of their source, for example sums of usage, as its last write. */
export async function recordActiveWithin(tx: Tx, days: readonly ActiveDay[]): Promise<void> {
  const userIds = days.map(({ userId }) => userId);
  const added = await tx.query<ActiveDay>(
    `insert into active_day (user_id, day)
     select distinct u.id, asked.day from unnest($1::int[], $2::date[]) as asked(user_id, day)
       join user_account u on u.id = asked.user_id order by 1, 2
     on conflict do nothing returning user_id as "userId", to_char(day, 'YYYY-MM-DD') as day`,
    [userIds, days.map(({ day }) => day)],
  );
  if (added.length === 0) return;
  // Locked before it is read, so that two concurrent days of a user do not both replace the last one.
  const before = await tx.query<ActiveDay>(
    `select user_id as "userId", to_char(day, 'YYYY-MM-DD') as day from user_seen where user_id = any($1::int[])
     order by user_id for update`,
    [added.map(({ userId }) => userId)],
  );
  const lastOf = new Map(before.map(({ userId, day }) => [userId, day]));
  const counts = new Map<string, { active: number; lastSeen: number }>();
  const count = (day: string, active: number, lastSeen: number) => {
    const known = counts.get(day) ?? { active: 0, lastSeen: 0 };
    counts.set(day, { active: known.active + active, lastSeen: known.lastSeen + lastSeen });
  };
  for (const { userId, day } of added) {
    count(day, 1, 0);
    const last = lastOf.get(userId);
    if (last === undefined || last >= day) continue;
    count(day, 0, 1);
    if (last > NEVER) count(last, 0, -1);
    lastOf.set(userId, day);
  }
  await tx.query(
    `update user_seen s set day = asked.day from unnest($1::int[], $2::date[]) as asked(user_id, day)
     where s.user_id = asked.user_id and s.day < asked.day`,
    [[...lastOf.keys()], [...lastOf.values()]],
  );
  const rows = [...counts];
  await tx.query(
    adding(
      { ...ACTIVE_COUNT, key: ["shard"] },
      `(select day, pg_backend_pid() % ${SHARDS} as shard, active, last_seen
        from unnest($1::date[], $2::int[], $3::int[]) as counted(day, active, last_seen)) counted`,
    ),
    [rows.map(([day]) => day), rows.map(([, { active }]) => active), rows.map(([, { lastSeen }]) => lastSeen)],
  );
}
