import { useMemo } from "react";
import type { ScheduledRow } from "~/domain/capacity/read-scheduled.server";
import type { LiveRow } from "~/live/newest";
import { useLive } from "~/live/use-live";

const POLL_SCHEDULED_S = 30;

type Scheduled = Record<string, ScheduledRow[]>;

/** The queue of each cluster, live, in the order of the clusters. `atMs` is the server's clock at the load. */
export function useScheduled({ scheduled, atMs }: { scheduled: Scheduled; atMs: number }) {
  const loaded = useMemo(() => ({ atMs, rows: queueRows(scheduled, atMs) }), [scheduled, atMs]);
  const poll = { path: "/v1/scheduled", everySeconds: POLL_SCHEDULED_S, read: readAnswer };
  const { rows, ageSeconds } = useLive({
    namespace: "/operator",
    entity: "scheduled",
    loaded,
    poll,
  });
  const clusters = useMemo(() => [...rows].map(([name, queue]) => ({ name, queue })), [rows]);
  return { clusters, ageSeconds };
}

function queueRows(scheduled: Scheduled, atMs: number): LiveRow<ScheduledRow[]>[] {
  return Object.entries(scheduled).map(([key, data]) => ({ key, version: atMs, data }));
}

function readAnswer(answer: unknown, atMs: number): LiveRow<ScheduledRow[]>[] | null {
  const { scheduled } = answer as { scheduled?: Scheduled };
  return scheduled ? queueRows(scheduled, atMs) : null;
}
