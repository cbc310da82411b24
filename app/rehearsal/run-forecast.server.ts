import { WEEKS_MAX } from "./draw-future";
import { type Forecast, forecast } from "./forecast";
import { M } from "./messages";
import { listWaitingForMore } from "~/compute/start-estimates.server";
import { readPast } from "./read-past.server";

const WEEK_S = 604_800;

/** A forecast as it is stored; the starts of queued tasks have a table of their own. */
export type StoredForecast = Omit<Forecast, "starts">;
export type ForecastOutcome = { forecast: Forecast } | { fault: string };

/** Makes a forecast and stores nothing: yields the share that is done (A45). */
export async function* runForecast({ now }: { now: Date }): AsyncGenerator<number, ForecastOutcome> {
  const nowS = Math.floor(now.getTime() / 1000);
  const past = await readPast({ fromS: nowS - WEEKS_MAX * WEEK_S, untilS: nowS });
  const present = await readPast({ fromS: nowS, untilS: nowS + 1 });
  const others = new Set(await listWaitingForMore());
  present.tasks = present.tasks.filter(({ id }) => !others.has(id));
  const made = yield* forecast(past, present, nowS);
  return made ? { forecast: made } : { fault: M.forecastPast };
}
