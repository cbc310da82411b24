import { ENDED_BY_ENGINE } from "~/compute/compare-placement";
import type { EngineEnd } from "~/compute/engine";

const CAUSES: Partial<Record<EngineEnd, string>> = {
  preempted: "other work took its GPUs",
  timeout: "the longest time of a task was over",
  "node-lost": "its machine failed",
  "out-of-memory": "its memory was full",
};

/** Words for the customer on how the engine ended the place; null: the engine has forgotten it. */
export function endWords(end: EngineEnd | null): string {
  const cause = end === null ? undefined : CAUSES[end];
  return cause === undefined ? ENDED_BY_ENGINE : `${ENDED_BY_ENGINE}: ${cause}`;
}
