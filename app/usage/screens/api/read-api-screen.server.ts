import { pageNumber } from "~/platform/http/page-number";
import { type ChartRange, chartRange, RANGE_FACTS } from "~/usage/inside/figures/chart-range";
import type { ApiCharts, ModelSeries } from "~/usage/chart-series";
import { findFiltered } from "~/usage/inside/figures/find-filtered.server";
import { OTHERS } from "~/usage/inside/figures/largest";
import { listModelNames } from "~/usage/inside/figures/names.server";
import { readApiCharts } from "~/usage/inside/figures/read-api-charts.server";
import { readModelOrder } from "~/usage/inside/figures/read-charts-sorted.server";
import { type Percentiles, readPercentilePoints, readPercentiles } from "~/usage/inside/figures/read-latency.server";
import { askedUsage, USAGE_FILTERS } from "~/usage/inside/figures/usage-filter";

const MODELS_DRAWN = 5;

interface Asked {
  search: URLSearchParams;
  now: Date;
}

/** A model of the range, in the order of its calls of 30 days. */
export interface ModelOfRange {
  name: string;
  hit: number;
  completed: number;
}

/** Reads the charts of five models, the users of all models, and the list of every model in the range (A3). */
export async function readApiScreen({ search, now }: Asked) {
  const filter = askedUsage(search);
  const { charts, order, range, problems } = await readAskedCharts({ search, now });
  const pages = Math.max(1, Math.ceil(order.length / MODELS_DRAWN));
  const page = Math.min(pageNumber(search, "page"), pages);
  const drawn = order.slice((page - 1) * MODELS_DRAWN, page * MODELS_DRAWN);
  const { grain } = RANGE_FACTS[range];
  const [first] = drawn;
  // Latencies are summed by model, not by user (usage_latency).
  const byUser = filter.user !== "" || filter.workspace !== "";
  const [percentiles, points, offered] = await Promise.all([
    byUser
      ? ({} as Record<string, Percentiles>)
      : readPercentiles({ grain, from: charts.points_ts[0] ?? 0, models: drawn }),
    drawn.length === 1 && first && !byUser
      ? readPercentilePoints({ grain, pointsTs: charts.points_ts, model: first })
      : null,
    listModelNames(),
  ]);
  return {
    range,
    filter,
    problems,
    offered,
    byUser,
    page,
    pages,
    models: order.map((name) => totalsOf(name, charts.models[name])),
    charts: { ...charts, models: pick(charts.models, drawn) },
    percentiles,
    percentilePoints: points,
    /** The socket sends minutes of all users together. */
    live: range === 60 && USAGE_FILTERS.every((name) => name === "model" || filter[name] === ""),
    atMs: now.getTime(),
  };
}

/** Reads the charts that the address asks for, with all models in the order of `charts-sorted`. */
export async function readAskedCharts({ search, now }: Asked) {
  const range: ChartRange = chartRange(search.get("range")) ?? 60;
  const { problems, ...filtered } = await findFiltered(askedUsage(search));
  const [charts, sorted] = await Promise.all([readApiCharts({ range, filtered, now }), readModelOrder({ now })]);
  const places = new Map(sorted.map((name, place) => [name, place]));
  // The rest comes last (A3).
  const placeOf = (name: string) => (name === OTHERS ? Infinity : (places.get(name) ?? sorted.length));
  const order = Object.keys(charts.models).sort((one, other) =>
    placeOf(one) < placeOf(other) ? -1 : placeOf(one) > placeOf(other) ? 1 : 0,
  );
  return { range, charts, order, problems };
}

function totalsOf(name: string, series: ModelSeries | undefined): ModelOfRange {
  const sum = (values: number[] = []) => values.reduce((total, value) => total + value, 0);
  return { name, hit: sum(series?.hit), completed: sum(series?.completed) };
}

function pick(models: ApiCharts["models"], names: string[]): ApiCharts["models"] {
  return Object.fromEntries(names.flatMap((name) => (models[name] ? [[name, models[name]]] : [])));
}
