import { useMemo } from "react";
import type { Stats } from "~/money/read-stats.server";
import type { LiveRow } from "~/platform/live/newest";
import { useLive } from "~/platform/live/use-live";

const POLL_STATS_S = 45;

export interface LoadedStats {
  stats: Stats;
  /** The server's clock at the load. */
  atMs: number;
}

/** The figures of the dashboard bar, live. */
export function useStats({ stats, atMs }: LoadedStats) {
  const loaded = useMemo(() => ({ atMs, rows: [statsRow(stats, atMs)] }), [stats, atMs]);
  const poll = { path: "/dashboard/stats", everySeconds: POLL_STATS_S, always: true, read: readAnswer };
  const { rows, ageSeconds } = useLive({ namespace: "/operator", entity: "stats", loaded, poll });
  return { stats: rows.get("stats") ?? stats, ageSeconds };
}

function statsRow(stats: Stats, atMs: number): LiveRow<Stats> {
  return { key: "stats", version: atMs, data: stats };
}

function readAnswer(answer: unknown, atMs: number): LiveRow<Stats>[] | null {
  const stats = answer as Partial<Stats>;
  return stats.dollars === undefined ? null : [statsRow(stats as Stats, atMs)];
}
