import { type ApiCharts, emptySeries, type ModelSeries, SERIES } from "~/usage/chart-series";

const STEP_S = 60;

/**
 * Replaces the last points of minute charts with newer readings (5.2): the number of points stays, and the newest is
 * last. It takes only charted names; `isComplete` checks whether these are all.
 */
export function mergeNewest(charts: ApiCharts, newest: ApiCharts): ApiCharts {
  const last = Math.max(charts.points_ts.at(-1) ?? 0, newest.points_ts.at(-1) ?? 0);
  const count = charts.points_ts.length;
  const points = Array.from({ length: count }, (_, place) => last - (count - 1 - place) * STEP_S);
  const before = new Map(charts.points_ts.map((ts, place) => [ts, place]));
  const after = new Map(newest.points_ts.map((ts, place) => [ts, place]));

  const merged = <Value>(old: readonly Value[], fresh: readonly Value[] | undefined, none: Value): Value[] =>
    points.map((ts) => {
      const place = after.get(ts);
      if (place !== undefined) return fresh?.[place] ?? none;
      return old[before.get(ts) ?? -1] ?? none;
    });
  return {
    points_ts: points,
    models: Object.fromEntries(
      Object.entries(charts.models).map(([name, series]) => [name, mergedSeries(series, newest.models[name], merged)]),
    ),
    users: Object.fromEntries(
      Object.entries(charts.users).map(([name, { calls }]) => [
        name,
        { calls: merged<number>(calls, newest.users[name]?.calls, 0) },
      ]),
    ),
  };
}

type Merged = <Value>(old: readonly Value[], fresh: readonly Value[] | undefined, none: Value) => Value[];

function mergedSeries(old: ModelSeries, fresh: ModelSeries | undefined, merged: Merged): ModelSeries {
  const series = emptySeries(0);
  for (const name of SERIES) {
    const none = name === "hit" || name === "completed" ? 0 : null;
    Object.assign(series, { [name]: merged<number | null>(old[name], fresh?.[name], none) });
  }
  return series;
}

/** Checks that a newer reading names only models and users that a screen knows, so that no reload is needed. */
export function isComplete(newest: ApiCharts, knownModels: readonly string[], knownUsers: readonly string[]): boolean {
  const within = (names: string[], known: readonly string[]) => names.every((name) => known.includes(name));
  return within(Object.keys(newest.models), knownModels) && within(Object.keys(newest.users), knownUsers);
}
