import type { Locator, Page } from "playwright";

/** What opens a popup: a button, and before its script or without any a summary, which has no role of its own. */
export function opener(place: Page | Locator, name: string): Locator {
  const summary = place.locator("summary");
  const named = summary.filter({ hasText: name }).or(summary.and(place.getByLabel(name, { exact: true })));
  return place.getByRole("button", { name, exact: true }).or(named).first();
}
