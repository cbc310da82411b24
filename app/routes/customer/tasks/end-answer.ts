import type { Deleted } from "~/domain/tasks/delete-tasks.server";
import type { JobRow } from "~/domain/tasks/list-jobs.server";

/** What the screen answers when several tasks are to end: the question, or what became of each where not all did. */
export type EndAnswer = { endable: JobRow[] } | { ended: Deleted[] };

export function endAnswerOf(answer: unknown): EndAnswer | null {
  if (typeof answer !== "object" || answer === null) return null;
  return "endable" in answer || "ended" in answer ? (answer as EndAnswer) : null;
}
