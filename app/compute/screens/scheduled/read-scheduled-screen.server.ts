import { z } from "zod";
import { listClusters } from "~/compute/list-clusters.server";
import { listHolds } from "~/compute/inside/capacity/list-holds.server";
import { listNodesOut } from "~/compute/inside/capacity/list-nodes-out.server";
import { readWaitsOf } from "~/compute/inside/capacity/read-queue-wait.server";
import { type QueueName, readQueues } from "~/compute/inside/capacity/read-queues.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { askedQueueOf } from "./asked-queue";
import { type WhyWaiting, whyWaiting } from "./why-waiting.server";

/** Reads the part of the queues that an address asks for, by cluster, with estimates and holds. */
export async function readScheduledScreen(given: { args: RouteArgs; seesMoney: boolean; now: Date }) {
  const { args, seesMoney, now } = given;
  const search = new URL(args.request.url).searchParams;
  const asked = askedQueueOf(search);
  const [clusters, parts, allHolds] = await Promise.all([listClusters(), readQueues(asked), listHolds()]);
  const names = asked.only ? [asked.only.cluster] : clusters.map(({ name }) => name);
  const resvGuids = parts.flatMap(({ rows }) => rows.map(({ resv_guid }) => resv_guid));
  const [waits, nodesOut] = await Promise.all([
    partOrNull(args, "waits", readWaitsOf({ resvGuids, now })),
    listNodesOut({ clusters: parts.map(({ cluster }) => cluster), now }),
  ]);
  const why = parts.flatMap(({ cluster, gpuType, rows }) => {
    const isOfQueue = (one: QueueName) => one.cluster === cluster && one.gpuType === gpuType;
    const holds = allHolds.filter(isOfQueue);
    const out = nodesOut.find(isOfQueue);
    return rows.map(
      (row) => [row.resv_guid, whyWaiting(row, { wait: waits?.[row.resv_guid], holds, out, seesMoney })] as const,
    );
  });
  const acting = z.guid().safeParse(search.get("task"));
  return {
    asked,
    clusters: names.map((name) => ({ name, parts: parts.filter(({ cluster }) => cluster === name) })),
    why: Object.fromEntries(why) as Record<string, WhyWaiting | undefined>,
    /** The task whose actions are open. */
    acting: acting.success ? acting.data : null,
    atMs: now.getTime(),
  };
}

export type ScheduledScreen = Awaited<ReturnType<typeof readScheduledScreen>>;
