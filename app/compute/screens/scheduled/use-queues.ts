import { useMemo } from "react";
import type { QueuePart } from "~/compute/inside/capacity/read-queues.server";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import type { LiveRow } from "~/platform/live/newest";
import { useLive } from "~/platform/live/use-live";
import { type AskedQueue, partsOf } from "./asked-queue";

const POLL_SCHEDULED_S = 30;

interface Loaded {
  asked: AskedQueue;
  /** Queues of each cluster, in order; empty without waiting tasks. */
  clusters: { name: string; parts: QueuePart[] }[];
  /** The server's clock at the load. */
  atMs: number;
}

/** The shown parts of the queues of each cluster, live. Events and polls carry whole queues. */
export function useQueues({ asked, clusters, atMs }: Loaded) {
  const loaded = useMemo(
    () => ({ atMs, rows: clusters.map(({ name, parts }) => ({ key: name, version: atMs, data: parts })) }),
    [clusters, atMs],
  );
  const names = clusters.map(({ name }) => name);
  const { rows, ageSeconds } = useLive<"/operator", "scheduled", QueuePart[]>({
    namespace: "/operator",
    entity: "scheduled",
    loaded,
    take: (event) =>
      names.includes(event.key) ? { ...event, data: event.data && partsOf(event.key, event.data, asked) } : null,
    poll: {
      path: "/v1/scheduled",
      everySeconds: POLL_SCHEDULED_S,
      read: (answer, polledMs) => readAnswer(answer, polledMs, names, asked),
    },
  });
  return { clusters: useMemo(() => [...rows].map(([name, parts]) => ({ name, parts })), [rows]), ageSeconds };
}

function readAnswer(answer: unknown, atMs: number, names: string[], asked: AskedQueue): LiveRow<QueuePart[]>[] | null {
  const { scheduled } = answer as { scheduled?: Record<string, ScheduledRow[]> };
  if (!scheduled) return null;
  return Object.entries(scheduled)
    .filter(([key]) => names.includes(key))
    .map(([key, queue]) => ({ key, version: atMs, data: partsOf(key, queue, asked) }));
}
