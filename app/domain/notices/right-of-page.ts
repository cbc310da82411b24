import type { Right } from "~/domain/may";

/** Pages that whoever may see tasks may see, as a pattern for us and for PostgreSQL. */
export const PAGES_OF_TASKS = "^/(tasks|rent|keys)([^a-z]|$)";

/** What it takes to see the page of a notice: who may not see the page does not hear of the matter (16.5). */
export function rightOfPage(url: string): Extract<Right, "money.see" | "tasks.see"> {
  return new RegExp(PAGES_OF_TASKS).test(url) ? "tasks.see" : "money.see";
}
