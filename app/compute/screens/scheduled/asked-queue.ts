import type { QueueName, QueuePart } from "~/compute/inside/capacity/read-queues.server";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import { groupBy } from "~/platform/group-by";
import { pageNumber } from "~/platform/http/page-number";

/** Tasks shown of each queue, and of a queue that is shown alone. */
const FIRST = 25;
const PAGE = 100;

/** Which part of which queues an address asks for. */
export interface AskedQueue {
  /** Null: the first tasks of all. */
  only: QueueName | null;
  offset: number;
  limit: number;
}

/** `?queue=fra1:a5000&page=2`; what names no queue asks for all. */
export function askedQueueOf(search: URLSearchParams): AskedQueue {
  const [, cluster = "", gpuType = ""] = /^([^:\0]+):([^:\0]+)$/.exec(search.get("queue") ?? "") ?? [];
  if (cluster === "") return { only: null, offset: 0, limit: FIRST };
  return { only: { cluster, gpuType }, offset: (pageNumber(search, "page") - 1) * PAGE, limit: PAGE };
}

export function queueAddress({ cluster, gpuType }: QueueName): string {
  return `?${new URLSearchParams({ queue: `${cluster}:${gpuType}` }).toString()}`;
}

/** The same part of a cluster's queues as they are told whole, by an event or a poll. */
export function partsOf(cluster: string, queue: readonly ScheduledRow[], asked: AskedQueue): QueuePart[] {
  const { only, offset, limit } = asked;
  return [...groupBy(queue, (row) => row.gpu_type)]
    .filter(([gpuType]) => only === null || only.gpuType === gpuType)
    .map(([gpuType, rows]) => {
      const from = Math.min(offset, lastOffset(rows.length, limit));
      return { cluster, gpuType, all: rows.length, rows: rows.slice(from, from + limit) };
    });
}

/** Which page of a queue is shown, and how many there are. */
export function pagesOf({ all }: QueuePart, { offset, limit }: AskedQueue) {
  return { page: Math.min(offset, lastOffset(all, limit)) / limit + 1, pages: Math.max(1, Math.ceil(all / limit)) };
}

function lastOffset(all: number, limit: number): number {
  return Math.max(0, Math.ceil(all / limit) - 1) * limit;
}
