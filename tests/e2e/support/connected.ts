import type { Page } from "playwright";
import { hydrated } from "./hydrated";

/**
 * Loads a page and waits until its socket is connected and the page has read itself once more, as it does then. Whoever
 * watches what a page asks for would else meet that as well, sooner or later.
 */
export async function openConnected(page: Page, address: string): Promise<void> {
  const again = page.waitForResponse((answer) => /\.data$/.test(new URL(answer.url()).pathname));
  await page.goto(address);
  await hydrated(page);
  await (await again).finished();
}
