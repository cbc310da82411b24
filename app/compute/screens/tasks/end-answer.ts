import type { Deleted } from "~/compute/inside/tasks/delete-tasks.server";
import type { JobRow } from "~/compute/list-jobs.server";

/** Answer to ending several tasks: the question, or the result of each if some failed. */
export type EndAnswer = { endable: JobRow[] } | { ended: Deleted[] };

export function endAnswerOf(answer: unknown): EndAnswer | null {
  if (typeof answer !== "object" || answer === null) return null;
  return "endable" in answer || "ended" in answer ? (answer as EndAnswer) : null;
}
