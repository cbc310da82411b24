import { listClusters } from "~/compute/list-clusters.server";
import { readQueues } from "~/compute/inside/capacity/read-queues.server";
import { askedQueueOf } from "./asked-queue";

/** Reads the part of the queues that an address asks for, by cluster. */
export async function readScheduledScreen({ search, now }: { search: URLSearchParams; now: Date }) {
  const asked = askedQueueOf(search);
  const [clusters, parts] = await Promise.all([listClusters(), readQueues(asked)]);
  const names = asked.only ? [asked.only.cluster] : clusters.map(({ name }) => name);
  return {
    asked,
    clusters: names.map((name) => ({ name, parts: parts.filter(({ cluster }) => cluster === name) })),
    atMs: now.getTime(),
  };
}
