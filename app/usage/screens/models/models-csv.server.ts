import type { Latency } from "~/usage/inside/figures/read-latencies.server";
import { listAnomalies } from "~/usage/inside/figures/read-anomalies.server";
import { readMessages } from "~/usage/read-messages.server";
import { readModelPeriod } from "~/usage/inside/figures/read-model-period.server";
import { type CsvColumns, type CsvTable, csvTable } from "~/platform/http/csv-instead.server";
import type { ModelRow } from "./model-rows";
import { type Asked, readCoins, readFigures, trendsOf } from "./read-models-screen.server";

const MODEL: CsvColumns<ModelRow> = {
  Model: (row) => row.model,
  Requests: (row) => row.calls,
  Coins: (row) => row.coins,
  Prompt: (row) => row.prompt,
  Generated: (row) => row.generated,
  "Cache read": (row) => row.cacheRead,
  "Cache creation": (row) => row.cacheCreation,
};

/** The tables of the screen as files: whole numbers, all rows. */
export function modelsCsv(asked: Asked): Record<string, () => CsvTable> {
  const period = (name: "day" | "month") => () =>
    csvTable(async () => (await readModelPeriod({ ...asked, period: name })).models, MODEL);
  const messages = (pro: boolean) => () =>
    csvTable(async () => (await readMessages({ day: asked.day, pro })).users, {
      User: (row) => row.email,
      Requests: (row) => row.requests,
    });
  return {
    models: () => csvTable(async () => (await readFigures(asked)).models, FIGURES),
    coins: () =>
      csvTable(() => readCoins(asked), {
        Day: (row) => row.day,
        Income: (row) => row.income,
        Spend: (row) => row.spend,
      }),
    daily: period("day"),
    monthly: period("month"),
    trends: () =>
      csvTable(() => readTrendRows(asked), {
        Day: (row) => row.day,
        Model: (row) => row.model,
        Tokens: (row) => row.tokens,
      }),
    "free-messages": messages(false),
    "pro-messages": messages(true),
    unusual: () =>
      csvTable(() => listAnomalies(asked), {
        What: (row) => row.what,
        Name: (row) => row.name,
        Calls: (row) => row.calls,
        Usual: (row) => row.usual,
      }),
  };
}

type Figure = ModelRow & { failed: number; events: number; before: number; latency: Latency | null };

const FIGURES: CsvColumns<Figure> = {
  ...MODEL,
  "Requests before": (row) => row.before,
  Events: (row) => row.events,
  Failed: (row) => row.failed,
  "p50, ms": (row) => rounded(row.latency?.p50),
  "p95, ms": (row) => rounded(row.latency?.p95),
  "p99, ms": (row) => rounded(row.latency?.p99),
};

function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms);
}

async function readTrendRows(asked: Asked) {
  const { sums } = await readFigures(asked);
  const { days, series } = trendsOf(asked.days, sums);
  return days.flatMap((day, at) => series.map(({ name, values }) => ({ day, model: name, tokens: values[at] ?? 0 })));
}
