import type { Days } from "~/domain/day-range";
import { readSources } from "~/domain/marketing/read-sources.server";
import { csvTable } from "~/http/csv-instead.server";
import { type ComparedRow, compareSources } from "./compare-sources.server";
import { type CategoryRow, categoryRows, type Plan } from "./source-rows";

const CATEGORY = {
  Category: (row: CategoryRow) => row.label,
  Count: (row: CategoryRow) => row.count,
  Percentage: (row: CategoryRow) => row.percentage,
};

/** The tables of the screen of sources as files. */
export function sourcesFiles(days: Days | null) {
  return {
    pro: () => csvTable(categoriesOf(days, "PRO"), CATEGORY),
    free: () => csvTable(categoriesOf(days, "FREE"), CATEGORY),
    "other-sources": () => otherSourcesFile(days),
    compared: () =>
      csvTable(comparedOf(days), {
        Category: (row) => row.label,
        PRO: (row) => row.pro,
        "PRO before": (row) => row.proBefore,
        Free: (row) => row.free,
        "Free before": (row) => row.freeBefore,
        "Topped up": (row) => row.paying,
        "Revenue, dollars": (row) => row.revenue.toFixed(2),
      }),
  };
}

export function otherSourcesFile(days: Days | null) {
  return csvTable(othersOf(days), { Source: (row) => row.source_text, Count: (row) => row.count });
}

async function* categoriesOf(days: Days | null, plan: Plan): AsyncGenerator<CategoryRow> {
  const { statistics } = await readSources({ days });
  yield* categoryRows(statistics[plan]);
}

async function* othersOf(days: Days | null) {
  yield* (await readSources({ days })).other_sources;
}

async function* comparedOf(days: Days | null): AsyncGenerator<ComparedRow> {
  yield* await compareSources(days);
}
