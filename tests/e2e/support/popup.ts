import type { Locator, Page } from "playwright";

/** The control that opens a popup: a button, or without the script a summary, which has no role. */
export function opener(place: Page | Locator, name: string): Locator {
  const summary = place.locator("summary");
  const labelled = summary.and(place.getByLabel(name, { exact: true }));
  const worded = summary.and(place.getByText(name, { exact: true }));
  return place.getByRole("button", { name, exact: true }).or(labelled).or(worded).first();
}
