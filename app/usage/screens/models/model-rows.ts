import { addFigures } from "~/usage/inside/sums/add-figures";
import { endInRest, LARGEST, MODELS_SHOWN, OTHER } from "~/usage/inside/figures/largest";
import type { Latency } from "~/usage/inside/figures/read-latencies.server";
import type { ModelSum } from "~/usage/inside/sums/model-sums.server";

const NOTHING = { calls: 0, coins: 0, prompt: 0, generated: 0, cacheRead: 0, cacheCreation: 0 };
const FIGURES = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

export type ModelRow = Omit<ModelSum, "day" | "events" | "failed" | "unpriced">;

/** The models with the most calls, and the rest as one row (A3). */
export function tableRows(models: readonly ModelRow[], most = LARGEST): ModelRow[] {
  return endInRest(models, {
    ...BY_CALLS,
    most,
    restOf: (others, model) => added({ model, ...NOTHING }, others, FIGURES),
  });
}

/** Further columns of the comparison. A total over several models has no latency. */
export interface FigureRow extends ModelRow {
  events: number;
  failed: number;
  before: number;
  latency: Latency | null;
}

export function figureRows(models: readonly FigureRow[]): FigureRow[] {
  const nothing = { ...NOTHING, events: 0, failed: 0, before: 0 };
  const figures = Object.keys(nothing) as (keyof typeof nothing)[];
  return endInRest(models, {
    ...BY_CALLS,
    restOf: (others, model) => added({ model, ...nothing, latency: null }, others, figures),
  });
}

const BY_CALLS = {
  nameOf: ({ model }: ModelRow) => model,
  sizeOf: ({ calls }: ModelRow) => calls,
  rest: OTHER,
} as const;

function added<Name extends string, Row extends Record<Name, number>>(
  into: Row,
  rows: readonly Row[],
  figures: readonly Name[],
): Row {
  for (const row of rows) addFigures(into as Record<Name, number>, row, figures);
  return into;
}

/** Slices of a pie: calls of the ten largest and of the rest (A13). */
export function slicesOf(models: readonly ModelRow[]): { label: string; count: number }[] {
  return tableRows(models, MODELS_SHOWN).map(({ model, calls }) => ({ label: model, count: calls }));
}
