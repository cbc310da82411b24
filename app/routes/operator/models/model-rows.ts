import { addFigures } from "~/domain/usage/add-figures";
import { OTHER } from "~/domain/usage/largest";
import type { ModelSum } from "~/domain/usage/model-sums.server";

/** A long list ends in 'Other' (A3). */
const ROWS_MAX = 200;
const SLICES = 10;

const NOTHING = { calls: 0, coins: 0, prompt: 0, generated: 0, cacheRead: 0, cacheCreation: 0 };
const FIGURES = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

export type ModelRow = Omit<ModelSum, "day" | "events" | "failed" | "unpriced">;

/** Models with most calls, and the rest as one row. */
export function tableRows(models: readonly ModelRow[], most = ROWS_MAX): ModelRow[] {
  if (models.length <= most) return [...models];
  const rest: ModelRow = { model: OTHER, ...NOTHING };
  for (const row of models.slice(most)) addFigures(rest, row, FIGURES);
  return [...models.slice(0, most), rest];
}

/** Slices of a pie: calls of the ten largest and of the rest (A13). */
export function slicesOf(models: readonly ModelRow[]): { label: string; count: number }[] {
  return tableRows(models, SLICES).map(({ model, calls }) => ({ label: model, count: calls }));
}
