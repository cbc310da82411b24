import type { Page } from "playwright";
import { hydrated } from "./hydrated";

/**
 * Loads a page and waits until its socket is connected and the page has reloaded its data once, as it does then; a test
 * that watches the page's requests would otherwise see that one too. The error page has no socket.
 * @returns the status of the answer.
 */
export async function openConnected(page: Page, address: string): Promise<number> {
  const answer = await page.goto(address);
  await hydrated(page);
  if (answer?.ok()) await page.locator("html[data-live]").waitFor({ state: "attached" });
  return answer?.status() ?? 0;
}
