import type { QueueName, QueuePart } from "~/compute/inside/capacity/read-queues.server";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import { groupBy } from "~/platform/group-by";
import { pageNumber } from "~/platform/http/page-number";

/** Tasks shown per queue, and of a single queue. */
const FIRST = 25;
const PAGE = 100;

/** Queues that an address asks for, and the part of them. */
export interface AskedQueue {
  /** Null: the first tasks of all. */
  only: QueueName | null;
  offset: number;
  limit: number;
}

/** Reads `?queue=fra1:a5000&page=2`; an invalid queue asks for all. */
export function askedQueueOf(search: URLSearchParams): AskedQueue {
  const [, cluster = "", gpuType = ""] = /^([^:\0]+):([^:\0]+)$/.exec(search.get("queue") ?? "") ?? [];
  if (cluster === "") return { only: null, offset: 0, limit: FIRST };
  return { only: { cluster, gpuType }, offset: (pageNumber(search, "page") - 1) * PAGE, limit: PAGE };
}

export function queueAddress({ cluster, gpuType }: QueueName): string {
  return `?${new URLSearchParams({ queue: `${cluster}:${gpuType}` }).toString()}`;
}

/** Cuts the same part from a cluster's full queues in an event or a poll. */
export function partsOf(cluster: string, queue: readonly ScheduledRow[], asked: AskedQueue): QueuePart[] {
  const { only, offset, limit } = asked;
  return [...groupBy(queue, (row) => row.gpu_type)]
    .filter(([gpuType]) => only === null || only.gpuType === gpuType)
    .map(([gpuType, rows]) => {
      const from = Math.min(offset, lastOffset(rows.length, limit));
      return { cluster, gpuType, all: rows.length, rows: rows.slice(from, from + limit) };
    });
}

/** Returns the page of a queue, and the number of pages. */
export function pagesOf({ all }: QueuePart, { offset, limit }: AskedQueue) {
  return { page: Math.min(offset, lastOffset(all, limit)) / limit + 1, pages: Math.max(1, Math.ceil(all / limit)) };
}

function lastOffset(all: number, limit: number): number {
  return Math.max(0, Math.ceil(all / limit) - 1) * limit;
}
