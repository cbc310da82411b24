import { type LikelyWait, MEASURED_DAYS } from "~/compute/queue-wait";
import { formatSpan } from "./format";

/** Describes the known facts about a wait in the queue in a sentence. */
export function likelyWaitText(likely: LikelyWait): string {
  const { samples } = likely;
  const tasks = samples === 1 ? "comparable task" : "comparable tasks";
  const since = `started from this queue in the last ${MEASURED_DAYS} days`;
  if (likely.kind === "measured")
    return `Of ${samples} ${tasks} that ${since} half waited at most ${formatSpan(likely.medianS)}, nine of ten at most ${formatSpan(likely.p90S)}.`;
  return `No estimate is possible: ${samples === 0 ? "no comparable task" : `only ${samples} ${tasks}`} ${since}.`;
}
