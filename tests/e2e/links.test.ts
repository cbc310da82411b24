import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { until } from "../support/until";

const { visitor } = useBrowser();

describe("A link to another screen", () => {
  test("is followed by the script: the page stays loaded and starts at its top", async () => {
    const page = await aPage("/faq");
    await page.evaluate(() => window.scrollTo(0, 300));
    await footer(page, "Terms").click();
    await page.waitForURL("**/terms");
    expect(await isLoaded(page)).toBe(true);
    await page.getByRole("heading", { level: 1, name: "Terms" }).waitFor();
    await page.waitForFunction(() => window.scrollY === 0);
    await page.goBack();
    await page.waitForURL("**/faq");
    expect(await isLoaded(page)).toBe(true);
  });

  test("marks its screen as current in the header", async () => {
    const page = await aPage("/faq");
    const header = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
    const current = header.locator('[aria-current="page"]');
    expect(await current.allTextContents()).toEqual(["FAQ"]);
    await header.getByRole("link", { name: "Pricing" }).click();
    await until("the header to follow", async () => (await current.allTextContents()).join() === "Pricing");
  });

  test("to the same address adds no entry to the history", async () => {
    const page = await aPage("/faq");
    const before = await page.evaluate(() => history.length);
    for (let click = 1; click <= 2; click += 1) {
      const answered = page.waitForResponse((response) => new URL(response.url()).pathname === "/faq.data");
      await footer(page, "FAQ").click();
      await (await answered).finished();
      await page.waitForFunction(() => window.__remixRouter.state.navigation.state === "idle");
    }
    await footer(page, "Terms").click();
    await page.waitForURL("**/terms");
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });

  test("is followed from a page of 404, too", async () => {
    const page = await aPage("/no-such-page");
    await page.getByRole("link", { name: "Questions and answers" }).click();
    await page.waitForURL("**/faq");
    expect(await isLoaded(page)).toBe(true);
  });

  test("opens another tab on request", async () => {
    const page = await aPage("/faq");
    const opened = page.context().waitForEvent("page");
    await footer(page, "Terms").click({ modifiers: ["ControlOrMeta"] });
    // A tab behind the present one need not be painted; only its address is checked.
    await (await opened).waitForURL("**/terms", { waitUntil: "commit" });
    expect(new URL(page.url()).pathname).toBe("/faq");
  });

  test("keeps the scroll position when it is one of a choice", async () => {
    const page = await aPage("/pricing", 390);
    const cell = page.getByRole("link", { name: "4", exact: true });
    await cell.evaluate((element) => element.scrollIntoView({ block: "start" }));
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    const place = (await cell.boundingBox())?.y;
    // Playwright's own click may scroll to the middle of the screen first.
    await cell.evaluate((element: HTMLElement) => element.click());
    await page.waitForURL(/gpus=4/);
    expect(await isLoaded(page)).toBe(true);
    expect((await cell.boundingBox())?.y).toBe(place);
  });
});

async function aPage(path: string, width = 1280): Promise<Page> {
  const page = await visitor({ width });
  await page.goto(path);
  await hydrated(page);
  await page.evaluate(() => void Reflect.set(window, "marked", true));
  return page;
}

/** True if the page was not reloaded since it was marked. */
async function isLoaded(page: Page): Promise<boolean> {
  return await page.evaluate(() => Reflect.get(window, "marked") === true);
}

const footer = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name });
