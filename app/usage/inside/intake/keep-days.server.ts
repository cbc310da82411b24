import { sweep, type Queryable, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";

/** Days, before and after today, for which partitions exist before their events arrive: events may be late. */
const BACK = 8;
const AHEAD = 2;
/** Longest time that storing events waits for the removal of a day. */
const LOCK_WAIT = "2s";

/** Creates the partitions of the days that events may belong to, so that intake rarely has to. */
export async function keepDaysAhead({ now }: { now: Date }): Promise<void> {
  // One transaction per day, so that a request that creates a day itself waits for one at most.
  for (let day = -BACK; day <= AHEAD; day += 1) {
    await transaction((tx) =>
      tx.query(`select ensure_usage_day(($1::timestamptz at time zone 'UTC')::date + $2::int)`, [now, day]),
    );
  }
}

interface OldDay {
  partition: string;
  /** `whole`: a partition of the table. `leaving`: its removal was interrupted. `detached`: already a separate table. */
  state: "whole" | "leaving" | "detached";
}

/**
 * Drops the partitions of event days beyond their retention (A18), while other sessions store and read events. Finishes
 * an interrupted run. A day with an event that is missing in the sums stays, as does one that is old by our clock but
 * not by the database's. @returns the dropped days.
 */
export async function dropOldDays({ now }: { now: Date }): Promise<string[]> {
  return await sweep(async (connection) => {
    await connection.query(`set lock_timeout = '${LOCK_WAIT}'`);
    const dropped: string[] = [];
    for (const { partition, state } of await listOldDays(connection, now)) {
      // Neither can be done inside a transaction.
      if (state === "whole")
        await connection.query(`alter table usage_event detach partition ${partition} concurrently`);
      if (state === "leaving") await connection.query(`alter table usage_event detach partition ${partition} finalize`);
      await connection.query(`drop table ${partition}`);
      dropped.push(partition.slice("usage_event_".length));
    }
    return dropped;
  });
}

/** Lists the old partitions. Their names contain only the day and need no quotes. */
async function listOldDays(connection: Queryable, now: Date): Promise<OldDay[]> {
  return await connection.query<OldDay>(
    `select c.relname::text as partition,
       case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'leaving' else 'whole' end as state
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     cross join lateral (select to_date(right(c.relname, 8), 'YYYYMMDD') as day) named
     where c.relkind = 'r' and c.relname ~ '^usage_event_[0-9]{8}$' and c.relnamespace = 'public'::regnamespace
       and day < (least($1::timestamptz, clock_timestamp()) at time zone 'UTC')::date - $2::int
       and not exists (select from usage_event e where e.ts >= day::timestamp at time zone 'UTC'
         and e.ts < (day + 1)::timestamp at time zone 'UTC' and e.id > (select event_id from usage_cursor))
     order by 1`,
    [now, env.USAGE_EVENT_DAYS],
  );
}
