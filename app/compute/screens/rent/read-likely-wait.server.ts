import { likelyWait } from "~/compute/queue-wait";
import { readWaitsLike } from "~/compute/inside/capacity/read-queue-wait.server";
import { likelyWaitText } from "~/platform/ui/queue-wait-words";
import type { Choice } from "../reservation/choice";
import type { Wait } from "../reservation/next-step";
import type { Offer } from "../reservation/read-offer.server";
import { isReady, rowOf } from "../reservation/readiness";

/** Reads how long similar tasks have waited; null if the task would start now or nothing can be chosen. */
export async function readLikelyWait(choice: Choice, { free }: Offer, now: Date): Promise<Wait | null> {
  const there = rowOf(choice, free);
  if (!there || isReady(choice, free)) return null;
  const { cluster_name: clusterName, gpu_type: gpuType } = there;
  const likely = likelyWait(await readWaitsLike({ clusterName, gpuType, gpus: Number(choice.gpu_min), now }));
  const { row, gpu_min } = choice;
  return { row, gpu_min, text: likelyWaitText(likely), medianS: likely.kind === "measured" ? likely.medianS : null };
}
