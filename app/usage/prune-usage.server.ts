import { db } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { merging, removingSome } from "~/platform/kept-sum";
import { type Grain, HOUR_DAYS, MINUTE_DAYS } from "./grains";
import { dropOldDays, keepDaysAhead } from "./inside/intake/keep-days.server";
import { BY_LATENCY, BY_MODEL, BY_USER, INTAKE } from "./inside/sums/sums";

/** Rows of one statement: its locks are short. */
const AT_ONCE = 10_000;
/** Pages of the table of keys per step; some 10,000 keys. */
const PAGES_AT_ONCE = 128;
/** 4.2: longer than an event may be old. */
const KEY_DAYS = 30;

const MINUTES = olderThan("minute", MINUTE_DAYS);
const HOURS = olderThan("hour", HOUR_DAYS);
const AGING = [
  removingSome(BY_USER, MINUTES),
  removingSome(BY_MODEL, MINUTES),
  removingSome(BY_LATENCY, MINUTES),
  removingSome(BY_USER, HOURS),
  removingSome(BY_MODEL, HOURS),
  removingSome(BY_LATENCY, HOURS),
] as const;

/** SQL for rows beyond their retention, by the earlier of both clocks. */
function olderThan(grain: Grain, days: number): string {
  return `grain = '${grain}' and at < least($2::timestamptz, clock_timestamp()) - ${days} * interval '1 day'`;
}

/**
 * Creates partitions for coming days of events and deletes expired data (A18). A failing step does not stop the others.
 */
export async function pruneUsage({ now }: { now: Date }): Promise<void> {
  await forEach([keepDaysAhead, dropOldDays, pruneSums, mergeIntake], async (step) => {
    await step({ now });
  });
}

/** Removes sums of minutes and hours that are older than they are kept. */
async function pruneSums({ now }: { now: Date }): Promise<void> {
  await forEach(AGING, async (statement) => {
    let removed = AT_ONCE;
    while (removed === AT_ONCE) {
      const [gone] = await db.query<{ rows: number }>(statement, [AT_ONCE, now]);
      removed = gone?.rows ?? 0;
    }
  });
}

/** Merges the sources' counts by minute into months after 8 days; metrics keep their totals. */
async function mergeIntake({ now }: { now: Date }): Promise<void> {
  await db.query(
    merging(
      INTAKE,
      "month",
      `minute < least($1::timestamptz, clock_timestamp()) - ${MINUTE_DAYS} * interval '24 hours'`,
    ),
    [now],
  );
}

/**
 * Deletes the keys of events 30 days after their arrival. It goes through the table once, a few pages at a time: new
 * keys fill the gaps of old ones, so an index of days would stop helping after some months. Once a day is enough.
 * @returns the number of deleted keys.
 */
export async function forgetKeys({ now }: { now: Date }): Promise<number> {
  const [size] = await db.query<{ pages: number }>(
    `select (pg_relation_size('usage_key') / current_setting('block_size')::int)::int as pages`,
  );
  let forgotten = 0;
  for (let page = 0; page < (size?.pages ?? 0); page += PAGES_AT_ONCE) {
    const [gone] = await db.query<{ keys: number }>(
      `with gone as (
         delete from usage_key where ctid >= format('(%s,0)', $2::int)::tid and ctid < format('(%s,0)', $3::int)::tid
           and day < (least($1::timestamptz, clock_timestamp()) at time zone 'UTC')::date - ${KEY_DAYS} returning 1)
       select count(*)::int as keys from gone`,
      [now, page, page + PAGES_AT_ONCE],
    );
    forgotten += gone?.keys ?? 0;
  }
  return forgotten;
}
