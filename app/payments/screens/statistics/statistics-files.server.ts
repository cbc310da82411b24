import type { Days } from "~/platform/day-range";
import { readFunnel } from "~/payments/inside/marketing/read-funnel.server";
import { readSources } from "~/payments/inside/marketing/read-sources.server";
import { csvTable } from "~/platform/http/csv-instead.server";
import { otherSourcesFile } from "../sources/sources-files.server";
import { funnelRows } from "./funnel-panel";
import { bothRows } from "./sources-table";

/** The tables of the screen of statistics as files. */
export function statisticsFiles(days: Days | null) {
  return {
    sources: () =>
      csvTable(async () => bothRows(await readSources({ days })), {
        Category: (row) => row.label,
        Free: (row) => row.free,
        Pro: (row) => row.pro,
      }),
    "other-sources": () => otherSourcesFile(days),
    funnel: () =>
      csvTable(async () => funnelRows(await readFunnel({ days })), {
        Step: (row) => row.label,
        Customers: (row) => row.users,
        "Of the previous step": (row) => row.share,
        "Median days between": (row) => row.medianDays,
      }),
  };
}
