import { listWaitingForMore } from "~/compute/start-estimates.server";
import { db } from "~/platform/db.server";
import { WEEKS_MAX, WEEKS_MIN } from "./draw-future";
import { type Forecast, forecast } from "./forecast";
import { M } from "./messages";
import { readPast } from "./read-past.server";

const WEEK_S = 604_800;
/** Tasks of the past that a thread has memory for, with what it computes; above it there are fewer weeks. */
const TASKS_MAX = 500_000;

/** A forecast as it is stored; the starts of queued tasks have a table of their own. */
export type StoredForecast = Omit<Forecast, "starts">;
export type ForecastOutcome = { forecast: Forecast } | { fault: string };

/** Makes a forecast and stores nothing: yields the share that is done (A45). */
export async function* runForecast({ now }: { now: Date }): AsyncGenerator<number, ForecastOutcome> {
  const nowS = Math.floor(now.getTime() / 1000);
  const past = await readPast({ fromS: nowS - (await countWeeks({ now })) * WEEK_S, untilS: nowS });
  const present = await readPast({ fromS: nowS, untilS: nowS + 1 });
  const others = new Set(await listWaitingForMore());
  present.tasks = present.tasks.filter(({ id }) => !others.has(id));
  const made = yield* forecast(past, present, nowS);
  return made ? { forecast: made } : { fault: M.forecastPast };
}

async function countWeeks({ now }: { now: Date }): Promise<number> {
  const [row] = await db.query<{ tasks: number }>(
    `select count(*)::int as tasks from task where accepted_at > $1::timestamptz - interval '${WEEKS_MAX} weeks'`,
    [now],
  );
  const fitting = Math.floor((WEEKS_MAX * TASKS_MAX) / Math.max(1, row?.tasks ?? 0));
  return Math.min(WEEKS_MAX, Math.max(WEEKS_MIN, fitting));
}
