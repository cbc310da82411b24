import { type CronItem, parseCronItems } from "graphile-worker";
import { db } from "~/platform/db.server";

const MINUTE_MS = 60_000;
/** Minutes that a worker makes up for, such as after a long pause of its process. */
const MADE_UP_MAX = 5;
/** SQL: a last start that is this much ahead is from before the clock was set back. */
const AHEAD = `interval '${2 * MADE_UP_MAX} minutes'`;

/**
 * Puts the timetable's jobs into the queue when their minute comes, once for all workers. The queue could do so itself, but by
 * the clock of the machine: one that was an hour ahead held all jobs back for an hour (0490).
 */
export class JobStarts {
  readonly #items: ReturnType<typeof parseCronItems>;
  #lastMs: number | null = null;

  constructor(items: CronItem[]) {
    this.#items = parseCronItems(items);
  }

  /** Adds the starts that have become due since the last call; the first call looks from its own time on. */
  async look(now: Date): Promise<void> {
    const minuteMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
    const passed = Math.min(MADE_UP_MAX, (minuteMs - (this.#lastMs ?? minuteMs)) / MINUTE_MS);
    const minutes = Array.from({ length: Math.max(0, passed) }, (_, back) => new Date(minuteMs - back * MINUTE_MS));
    const due = this.#items.filter(({ match }) => minutes.some((minute) => match(digestOf(minute))));
    if (due.length > 0) await add(due, new Date(minuteMs));
    this.#lastMs = minuteMs;
  }
}

async function add(due: ReturnType<typeof parseCronItems>, minute: Date): Promise<void> {
  await db.query(
    `with due as (
       select * from unnest($1::text[], $2::text[], $3::text[]) as d(identifier, task, queue)
     ), begun as (
       insert into job_start (identifier, minute) select identifier, $4 from due
       on conflict (identifier) do update set minute = excluded.minute
         where job_start.minute not between excluded.minute and excluded.minute + ${AHEAD}
       returning identifier
     )
     select graphile_worker.add_job(task, json_build_object('_cron', json_build_object('ts', $4::timestamptz)),
       queue_name => queue) from due join begun using (identifier)`,
    [
      due.map(({ identifier }) => identifier),
      due.map(({ task }) => task),
      due.map(({ options }) => options.queueName ?? null),
      minute,
    ],
  );
}

function digestOf(minute: Date) {
  return {
    min: minute.getUTCMinutes(),
    hour: minute.getUTCHours(),
    date: minute.getUTCDate(),
    month: minute.getUTCMonth() + 1,
    dow: minute.getUTCDay(),
  };
}
