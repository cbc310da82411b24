import { likelyWait } from "~/compute/queue-wait";
import { readWaitsLike } from "~/compute/inside/capacity/read-queue-wait.server";
import { likelyWaitText } from "~/platform/ui/queue-wait-words";
import type { Choice } from "../reservation/choice";
import type { Offer } from "../reservation/read-offer.server";
import { isReady, rowOf } from "../reservation/readiness";

/** Reads how long similar tasks have waited, as a sentence; null if the task would start now or nothing can be chosen. */
export async function readLikelyWait(choice: Choice, { free }: Offer, now: Date): Promise<string | null> {
  const row = rowOf(choice, free);
  if (!row || isReady(choice, free)) return null;
  const { cluster_name: clusterName, gpu_type: gpuType } = row;
  return likelyWaitText(likelyWait(await readWaitsLike({ clusterName, gpuType, gpus: Number(choice.gpu_min), now })));
}
