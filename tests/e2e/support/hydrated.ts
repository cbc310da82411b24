import type { Page } from "playwright";

/** Waits until the script has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((name) => name.startsWith("__react")),
  );
}
