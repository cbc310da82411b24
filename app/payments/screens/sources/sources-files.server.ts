import type { Days } from "~/platform/day-range";
import { readSources } from "~/payments/inside/marketing/read-sources.server";
import { csvTable } from "~/platform/http/csv-instead.server";
import { compareSources } from "./compare-sources.server";
import { categoryRows, type Plan } from "./source-rows";

/** The tables of the screen of sources as files. */
export function sourcesFiles(days: Days | null) {
  return {
    pro: () => categoriesFile(days, "PRO"),
    free: () => categoriesFile(days, "FREE"),
    "other-sources": () => otherSourcesFile(days),
    compared: () =>
      csvTable(() => compareSources(days), {
        Category: (row) => row.label,
        PRO: (row) => row.pro,
        "PRO before": (row) => row.proBefore,
        Free: (row) => row.free,
        "Free before": (row) => row.freeBefore,
        "Topped up": (row) => row.paying,
        "Top-ups, dollars": (row) => row.toppedUp.toFixed(2),
      }),
  };
}

export function otherSourcesFile(days: Days | null) {
  const others = async () => (await readSources({ days })).other_sources;
  return csvTable(others, { Source: (row) => row.source_text, Count: (row) => row.count });
}

function categoriesFile(days: Days | null, plan: Plan) {
  return csvTable(async () => categoryRows((await readSources({ days })).statistics[plan]), {
    Category: (row) => row.label,
    Count: (row) => row.count,
    Percentage: (row) => row.percentage,
  });
}
