import { useMemo } from "react";
import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import type { LiveRow } from "./newest";
import { useLive } from "./use-live";

const POLL_FREE_S = 15;
const POLL_PRICES_S = 15;

/** Free capacity per cluster and GPU type, live. `atMs` is the server's clock at the load. */
export function useCapacity(free: FreeRow[], atMs: number, namespace: "/public" | "/operator" = "/public") {
  const loaded = useMemo(() => ({ atMs, rows: freeRows(free, atMs) }), [free, atMs]);
  const poll = { path: "/v1/free", everySeconds: POLL_FREE_S, read: readFree };
  const { rows, ageSeconds } = useLive({ namespace, entity: "capacity", loaded, poll });
  return { free: useMemo(() => [...rows.values()], [rows]), ageSeconds };
}

/** The price list, live. */
export function usePrices(prices: Prices, atMs: number): Prices {
  const loaded = useMemo(() => ({ atMs, rows: [priceRow(prices, atMs)] }), [prices, atMs]);
  const poll = { path: "/v1/prices", everySeconds: POLL_PRICES_S, read: readPrices };
  const { rows } = useLive({ namespace: "/public", entity: "prices", loaded, poll });
  return rows.get("prices")?.prices ?? prices;
}

function freeRows(free: FreeRow[], atMs: number): LiveRow<FreeRow>[] {
  return free.map((row) => ({ key: `${row.cluster_name}:${row.gpu_type}`, version: atMs, data: row }));
}

function priceRow(prices: Prices, atMs: number): LiveRow<{ prices: Prices }> {
  return { key: "prices", version: atMs, data: { prices } };
}

function readFree(answer: unknown, atMs: number): LiveRow<FreeRow>[] | null {
  const free = (answer as { free?: FreeRow[] }).free;
  return free ? freeRows(free, atMs) : null;
}

function readPrices(answer: unknown, atMs: number): LiveRow<{ prices: Prices }>[] | null {
  const prices = (answer as { prices?: Prices }).prices;
  return prices ? [priceRow(prices, atMs)] : null;
}
