import type { ApiCharts } from "./chart-series";
import { readApiCharts } from "./inside/figures/read-api-charts.server";

/** The present minute and two before it: sums are a second or two behind. */
const POINTS = 3;
/** Limit that keeps an event small however many models exist: the rest is `others`. */
const MODELS = 40;

/**
 * The newest minutes of all models and of the largest users, for open screens of charts, which merge them into their
 * own.
 */
export async function readNewestCharts({ now }: { now: Date }): Promise<ApiCharts> {
  return await readApiCharts({ range: 60, newest: POINTS, mostModels: MODELS, now });
}
