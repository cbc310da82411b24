import { readHitRate } from "~/compute/start-estimates.server";
import { db } from "~/platform/db.server";
import { canForecast } from "../forecast-queue.server";
import { M } from "../messages";
import type { StoredForecast } from "../run-forecast.server";
import type { ForecastJson, Three } from "./forecast-json";

interface Asked {
  /** A row that the forecast has not: the whole fleet. */
  clusterName: string | null;
  gpuType: string | null;
  hours: number;
  seesMoney: boolean;
  now: Date;
}

type Figure = Exclude<keyof StoredForecast["rows"][number], "clusterName" | "gpuType">;

/**
 * Reads the newest forecast of a row of capacity, with the hit rate of estimates (A45). `missing` says why there is none,
 * or no newer one; null without one: it is being made.
 */
export async function readForecast(asked: Asked): Promise<{ forecast: ForecastJson | null; missing: string | null }> {
  const { clusterName, gpuType, hours, seesMoney, now } = asked;
  const [[stored], { judged, share }] = await Promise.all([
    db.query<{ result: StoredForecast | null; fault: string | null }>(
      `select (select result from forecast where result is not null order by hour desc limit 1) as result,
         (select fault from forecast order by hour desc limit 1) as fault`,
    ),
    readHitRate(),
  ]);
  const { result = null, fault: missing = null } = stored ?? {};
  if (!result) return { forecast: null, missing: missing ?? ((await canForecast({ now })) ? null : M.forecastPast) };
  const { fromS, samples, weeks, rows } = result;
  const row = rows.find((one) => one.clusterName === clusterName && one.gpuType === gpuType) ?? rows[0];
  if (!row) throw new Error("a forecast has the whole fleet");
  const three = (figure: Figure, hour: number): Three => {
    const { low, middle, high } = row[figure];
    return { low: low[hour] ?? 0, middle: middle[hour] ?? 0, high: high[hour] ?? 0 };
  };
  const forecast: ForecastJson = {
    ...{ cluster_name: row.clusterName, gpu_type: row.gpuType, made_ts: fromS, samples, weeks },
    cents: seesMoney ? three("centsUntil", hours - 1) : null,
    hours: Array.from({ length: hours }, (_, hour) => ({
      ts: fromS + hour * 3600,
      waiting: three("waiting", hour),
      free_gpus: three("free", hour),
      cents: seesMoney ? three("cents", hour) : null,
    })),
    rows: rows.map((one) => ({ cluster_name: one.clusterName, gpu_type: one.gpuType })),
    ...{ judged, hit_share: share },
  };
  return { forecast, missing };
}
