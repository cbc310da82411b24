import type { Right } from "~/domain/may";

/** What it takes to see the page of a notice: who may not see the page does not hear of the matter (16.5). */
export function rightOfPage(url: string): Extract<Right, "money.see" | "tasks.see"> {
  return /^\/(tasks|rent|keys)\b/.test(url) ? "tasks.see" : "money.see";
}
