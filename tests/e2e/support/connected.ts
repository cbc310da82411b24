import type { Page } from "playwright";
import { hydrated } from "./hydrated";

/**
 * Loads a page and waits until its socket is connected and the page has read itself once more, as it does then: a test
 * that watches what a page asks for would else meet that as well. The page of an error has no socket.
 */
export async function openConnected(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  await hydrated(page);
  if (answer?.ok()) await page.locator("html[data-live]").waitFor({ state: "attached" });
}
