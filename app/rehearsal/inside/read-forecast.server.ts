import { readHitRate } from "~/compute/start-estimates.server";
import { db } from "~/platform/db.server";
import { hasPast } from "../forecast-queue.server";
import type { FORECAST_HOURS } from "../limits";
import { M } from "../messages";
import type { StoredForecast } from "../run-forecast.server";

/** Lowest, middle and highest value: two of ten plays lie outside. */
export type Three = [low: number, middle: number, high: number];

export interface ForecastHour {
  ts: number;
  waiting: Three;
  free: Three;
  /** Null: the reader sees no money. */
  cents: Three | null;
}

interface Asked {
  /** `cluster/gpu type`; another one: the whole fleet. */
  row: string;
  hours: (typeof FORECAST_HOURS)[number];
  seesMoney: boolean;
  now: Date;
}

/** Reads the newest forecast of a row of capacity, or why there is none, and how often estimates were right (A45). */
export async function readForecast({ row, hours, seesMoney, now }: Asked) {
  const [[stored], hit] = await Promise.all([
    db.query<{ result: StoredForecast | null; fault: string | null }>(
      `select (select result from forecast where result is not null order by hour desc limit 1) as result,
         (select fault from forecast order by hour desc limit 1) as fault`,
    ),
    readHitRate(),
  ]);
  const { result = null, fault = null } = stored ?? {};
  if (!result) return { hit, shown: null, missing: fault ?? ((await hasPast({ now })) ? null : M.forecastPast) };
  const { fromS, samples, weeks, rows } = result;
  const nameOf = ({ clusterName, gpuType }: (typeof rows)[number]) =>
    clusterName === null ? "" : `${clusterName}/${gpuType}`;
  const chosen = rows.find((one) => nameOf(one) === row) ?? rows[0];
  if (!chosen) throw new Error("a forecast has the whole fleet");
  const three = (of: keyof Bands, hour: number): Three => [
    chosen[of].low[hour] ?? 0,
    chosen[of].middle[hour] ?? 0,
    chosen[of].high[hour] ?? 0,
  ];
  return {
    hit,
    missing: fault,
    shown: {
      ...{ made_ts: fromS, samples, weeks, hours, row: nameOf(chosen) },
      rows: rows.map(nameOf),
      cents: seesMoney ? three("centsUntil", hours - 1) : null,
      points: Array.from({ length: hours }, (_, hour): ForecastHour => ({
        ts: fromS + hour * 3600,
        waiting: three("waiting", hour),
        free: three("free", hour),
        cents: seesMoney ? three("cents", hour) : null,
      })),
    },
  };
}

type Bands = Omit<StoredForecast["rows"][number], "clusterName" | "gpuType">;
