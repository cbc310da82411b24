import { type ChartRange, pointsOf, RANGE_FACTS } from "./chart-range";
import type { ApiCharts } from "~/usage/chart-series";
import type { Filtered } from "./find-filtered.server";
import { readModelSeries } from "./model-points.server";
import { readUserSeries } from "./user-points.server";

const ALL = { modelId: null, userId: null, tenantId: null };

interface Asked {
  range: ChartRange;
  filtered?: Pick<Filtered, "modelId" | "userId" | "tenantId">;
  /** Number of models; the rest is summed as `others`. */
  mostModels?: number;
  /** Number of points, the newest ones. */
  newest?: number;
  now: Date;
}

/** The charts of a range (3.8): models and users with the most calls first, all series aligned with the points. */
export async function readApiCharts(asked: Asked): Promise<ApiCharts> {
  const { range, filtered = ALL, mostModels, newest, now } = asked;
  const { grain, span } = RANGE_FACTS[range];
  const pointsTs = pointsOf(range, now).slice(newest === undefined ? 0 : -newest);
  const models = await readModelSeries({ grain, pointsTs, filtered, most: mostModels });
  const totals = pointsTs.map((_, place) => [...models.values()].reduce((sum, { hit }) => sum + (hit[place] ?? 0), 0));
  const users = await readUserSeries({ grain, span, pointsTs, filtered, totals });
  return { points_ts: pointsTs, models: Object.fromEntries(models), users };
}
