import { allRows } from "~/platform/all-rows";
import type { EventRow } from "~/usage/inside/figures/list-events.server";
import { csvTable } from "~/platform/http/csv-instead.server";
import { readPage } from "./read-events-screen.server";

const ROWS_AT_ONCE = 2_000;

/** Lists all filtered events, page after page. */
export function eventsCsv(asked: { search: URLSearchParams; now: Date }) {
  const read = async (last: EventRow | null) =>
    (await readPage(asked, last && { tsMs: last.ts.getTime(), id: last.id }, ROWS_AT_ONCE)).rows;
  return {
    events: () =>
      csvTable(allRows<EventRow>(read), {
        Time: (row) => row.ts,
        Received: (row) => row.receivedAt,
        Key: (row) => row.key,
        Source: (row) => row.source,
        Model: (row) => row.model,
        User: (row) => row.user,
        Kind: (row) => row.kind,
        Calls: (row) => row.calls,
        Completed: (row) => row.completed,
        "Prompt tokens": (row) => row.promptTokens,
        "Generated tokens": (row) => row.generatedTokens,
        "Cache read tokens": (row) => row.cacheReadTokens,
        "Cache creation tokens": (row) => row.cacheCreationTokens,
        Coins: (row) => row.coins,
        "Price of": (row) => row.priceModel,
        "Price from": (row) => row.priceFrom,
        Unpriced: (row) => row.unpriced,
        "Latency, ms": (row) => row.latencyMs,
        "Batch size": (row) => row.batchSize,
        GPUs: (row) => row.gpus,
        "Busy, %": (row) => row.busyPct,
        Client: (row) => row.clientVersion,
      }),
  };
}
