import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";

const { visitor } = useBrowser();

test("A scrolled page stays in place while its data are refetched", async () => {
  const page = await aLongPage();
  for (const place of [250, 400]) {
    const moved = await page.evaluate(async (y) => {
      const router = window.__remixRouter;
      router.revalidate();
      window.scrollTo(0, y);
      await new Promise<void>((resolve) => {
        const end = router.subscribe(({ revalidation }) => {
          if (revalidation !== "idle") return;
          end();
          resolve();
        });
      });
      // React shows the arrived data within two frames.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return window.scrollY;
    }, place);
    expect(moved).toBe(place);
  }
});

test("Going back returns to the scroll position, over a screen, over a loaded page and over a reload", async () => {
  const page = await aLongPage();
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.getByRole("link", { name: "Terms" }).evaluate((link) => (link as HTMLElement).click());
  await page.waitForURL("**/terms");
  await isAt(page, 0);
  await page.goBack();
  await page.waitForURL("**/faq");
  await isAt(page, 300);
  await page.goto("/privacy");
  await page.goBack();
  await isAt(page, 300);
  await page.reload();
  await isAt(page, 300);
});

test("A link into a screen leads to its place there", async () => {
  const page = await aLongPage();
  const section = await page.locator("h2[id]").nth(1).getAttribute("id");
  await page.goto("/terms");
  await hydrated(page);
  await page.evaluate((id) => window.__remixRouter.navigate(`/faq#${id}`), section);
  await page.locator(`#${section}`).waitFor();
  await page.waitForFunction(() => window.scrollY > 0);
});

async function aLongPage(): Promise<Page> {
  const page = await visitor({ width: 390 });
  await page.goto("/faq");
  await hydrated(page);
  return page;
}

async function isAt(page: Page, y: number): Promise<void> {
  await page.waitForFunction((place) => window.scrollY === place, y);
}
