import type { ChartScript } from "./chart-script";
import type { CoinDay } from "./coin-days.server";
import { largestOf, MODELS_SHOWN, namesInList, OTHER } from "./largest";

const HEIGHT = 400;
const MILLION = 1_000_000;

/** Income and spend per day, in millions of coins (A14). */
export function coinsChart(days: readonly CoinDay[]): ChartScript {
  const x = days.map(({ day }) => day);
  const millions = (of: (day: CoinDay) => number) => days.map((day) => of(day) / MILLION);
  return {
    data: [
      { type: "bar", name: "income", x, y: millions(({ income }) => income) },
      { type: "bar", name: "spend", x, y: millions(({ spend }) => spend) },
    ],
    layout: { height: HEIGHT, barmode: "group", yaxis: { title: "Coins (M)" } },
  };
}

/** Calls of agents per day as bars, and their users as a line. */
export function agentsChart(
  days: readonly string[],
  calls: readonly { day: string; calls: number }[],
  users: readonly { day: string; users: number }[],
): ChartScript {
  const callsOf = new Map(calls.map((row) => [row.day, row.calls]));
  const usersOf = new Map(users.map((row) => [row.day, row.users]));
  const x = [...days];
  return {
    data: [
      { type: "bar", name: "calls", x, y: days.map((day) => callsOf.get(day) ?? 0) },
      { type: "scatter", mode: "lines+markers", name: "users", x, y: days.map((day) => usersOf.get(day) ?? 0) },
    ],
    layout: { height: HEIGHT },
  };
}

/** Figures per day, stacked by the largest models and the rest as 'Other' (A13, A14). */
export function stackedByModel(
  days: readonly string[],
  sums: readonly { day: string; model: string; value: number }[],
): { name: string; values: number[] }[] {
  const drawnAs = namesInList(sums, {
    nameOf: ({ model }) => model,
    sizeOf: ({ value }) => value,
    most: MODELS_SHOWN,
    rest: OTHER,
  });
  const totals = new Map<string, number>();
  const byDay = new Map<string, Map<string, number>>();
  for (const sum of sums) {
    const name = drawnAs(sum);
    const ofName = byDay.get(name) ?? new Map<string, number>();
    byDay.set(name, ofName.set(sum.day, (ofName.get(sum.day) ?? 0) + sum.value));
    totals.set(name, (totals.get(name) ?? 0) + sum.value);
  }
  const rest = totals.delete(OTHER);
  return [...largestOf(totals), ...(rest ? [OTHER] : [])].map((name) => ({
    name,
    values: days.map((day) => byDay.get(name)?.get(day) ?? 0),
  }));
}

export function modelsChart(
  days: readonly string[],
  sums: readonly { day: string; model: string; calls: number }[],
): ChartScript {
  const series = stackedByModel(
    days,
    sums.map(({ day, model, calls }) => ({ day, model, value: calls })),
  );
  return {
    data: series.map(({ name, values }) => ({ type: "bar", name, x: [...days], y: values })),
    layout: { height: HEIGHT, barmode: "stack" },
  };
}
