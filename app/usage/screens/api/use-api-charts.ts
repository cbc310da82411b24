import { useEffect, useMemo, useRef, useState } from "react";
import type { ApiCharts } from "~/usage/chart-series";
import { isComplete, mergeNewest } from "~/usage/inside/figures/merge-charts";
import type { LiveEvent } from "~/platform/live/events";
import type { LiveRow } from "~/platform/live/newest";
import { useLive } from "~/platform/live/use-live";
import { useRefetch } from "~/platform/live/use-refetch";

const POLL_CHARTS_S = 60;

interface LoadedCharts {
  charts: ApiCharts;
  /** The server's clock at the load. */
  atMs: number;
  /** All models of the range, including those on other pages. */
  knownModels: string[];
  /** True if live events cover the range. */
  live: boolean;
  /** True if the documented path returns the shown data. */
  polled: boolean;
}

/**
 * Returns the loaded charts with the newest minutes from the socket; without live events it reloads them each minute.
 */
export function useApiCharts({ charts, atMs, knownModels, live, polled }: LoadedCharts) {
  const [behind, setBehind] = useState(false);
  useEffect(() => setBehind(false), [atMs]);
  useReload(!live || behind, atMs);

  const kept = useRef<{ version: number; charts: ApiCharts }>({ version: atMs, charts });
  if (kept.current.version < atMs) kept.current = { version: atMs, charts };
  const shownModels = Object.keys(charts.models);
  const take = (event: LiveEvent<ApiCharts>): LiveEvent<ApiCharts> | null => {
    if (!live || event.data === null || event.version <= kept.current.version) return null;
    if (!isComplete(event.data, knownModels, Object.keys(charts.users))) setBehind(true);
    const merged = mergeNewest(kept.current.charts, event.data);
    kept.current = { version: event.version, charts: merged };
    return { ...event, data: merged };
  };
  const loaded = useMemo(() => ({ atMs, rows: [rowOf(charts, atMs)] }), [charts, atMs]);
  const poll = polled
    ? {
        path: "/dashboard/api-charts",
        everySeconds: POLL_CHARTS_S,
        read: (answer: unknown, readAtMs: number) => readAnswer(answer, readAtMs, shownModels),
      }
    : null;
  const { rows, ageSeconds } = useLive({ namespace: "/operator", entity: "usage", loaded, poll, take });
  return { charts: rows.get("usage") ?? charts, ageSeconds: live ? ageSeconds : null };
}

/** Loads the screen again a minute after it was loaded, if that is wanted then. */
function useReload(wanted: boolean, atMs: number): void {
  const refetch = useRefetch();
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(refetch, POLL_CHARTS_S * 1000);
    return () => clearTimeout(timer);
  }, [wanted, atMs, refetch]);
}

function rowOf(charts: ApiCharts, atMs: number): LiveRow<ApiCharts> {
  return { key: "usage", version: atMs, data: charts };
}

function readAnswer(answer: unknown, atMs: number, shown: string[]): LiveRow<ApiCharts>[] | null {
  const { points_ts, models, users } = answer as Partial<ApiCharts>;
  if (!points_ts || !models || !users) return null;
  const drawn = Object.fromEntries(shown.flatMap((name) => (models[name] ? [[name, models[name]]] : [])));
  return [rowOf({ points_ts, models: drawn, users }, atMs)];
}
