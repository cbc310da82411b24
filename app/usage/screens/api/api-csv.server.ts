import { type ModelSeries, SERIES } from "~/usage/chart-series";
import { type CsvColumns, csvTable } from "~/platform/http/csv-instead.server";
import { readAskedCharts } from "./read-api-screen.server";

/** The points of all models and users of the range as files. */
export function apiCsv(asked: { search: URLSearchParams; now: Date }) {
  return {
    models: () =>
      csvTable(
        async () => {
          const { charts, order } = await readAskedCharts(asked);
          return order.flatMap((model) =>
            charts.points_ts.map((ts, place) => ({ ts, model, place, series: charts.models[model] })),
          );
        },
        {
          From: ({ ts }) => new Date(ts * 1000),
          Model: ({ model }) => model,
          ...seriesColumns(),
        },
      ),
    users: () =>
      csvTable(
        async () => {
          const { points_ts: pointsTs, users } = (await readAskedCharts(asked)).charts;
          return Object.entries(users).flatMap(([user, { calls }]) =>
            pointsTs.map((ts, place) => ({ ts, user, calls: calls[place] ?? 0 })),
          );
        },
        { From: ({ ts }) => new Date(ts * 1000), User: ({ user }) => user, Calls: ({ calls }) => calls },
      ),
  };
}

interface ModelPoint {
  place: number;
  series: ModelSeries | undefined;
}

function seriesColumns(): CsvColumns<ModelPoint> {
  return Object.fromEntries(SERIES.map((name) => [name, ({ series, place }) => series?.[name][place] ?? null]));
}
