import type { Right } from "./may";

/** Pages for everyone who may see tasks, as a pattern for JavaScript and PostgreSQL. */
export const PAGES_OF_TASKS = "^/(tasks|rent|keys)([^a-z]|$)";

/** Returns the right that a notice's page needs: members without it do not get the notice (16.5). */
export function rightOfPage(url: string): Extract<Right, "money.see" | "tasks.see"> {
  return new RegExp(PAGES_OF_TASKS).test(url) ? "tasks.see" : "money.see";
}
