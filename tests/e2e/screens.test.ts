import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";
import { seriousViolations } from "./support/screen-checks";

const { visitor } = useBrowser();

const SCREENS = {
  anyone: [
    "/",
    "/pricing",
    "/configurator",
    "/rent",
    "/rent?new=1",
    "/resource",
    "/free",
    "/login",
    "/no-such-page",
  ],
  /** What visitors read and write; apart, so that each test has its time. */
  readers: [
    "/faq",
    "/faq?q=refund",
    "/faq?q=nothing+like+this",
    "/contact",
    "/contact?sent=1",
    "/api",
    "/api?of=task-details",
    "/chat",
    "/terms",
    "/privacy",
  ],
  customer: [
    "/tasks",
    "/keys",
    "/user",
    "/user/password",
    "/user/security",
    "/billing",
    "/billing/statements",
    "/billing/auto-top-up",
    "/subscription",
    "/logout",
    "/rent?new=1",
  ],
  admin: [
    "/api?of=nodes",
    "/dashboard",
    "/dashboard/nodes",
    "/dashboard/scheduled",
    "/dashboard/free",
    "/dashboard/money",
    "/dashboard/marketing",
    "/users/stats/customer",
    "/users/view/1",
  ],
} as const;

/** Each of a dozen screens is loaded until its network is quiet, and looked through as a whole. */
const MANY_SCREENS_MS = 180_000;

describe.each([
  { width: 1280, colorScheme: "light" as const },
  { width: 390, colorScheme: "dark" as const },
])("At $width px in the $colorScheme theme", ({ width, colorScheme }) => {
  test.each(["anyone", "readers", "customer", "admin"] as const)(
    "every screen of %s is accessible and stands still",
    async (who) => {
      const page = await visitor({ width, colorScheme });
      if (who === "customer" || who === "admin") await logIn(page, who);
      for (const path of SCREENS[who]) {
        await watchShifts(page);
        await page.goto(path, { waitUntil: "networkidle" });
        expect.soft(await seriousViolations(page), `${path}: accessibility`).toEqual([]);
        expect.soft(await shiftOf(page), `${path}: layout shift`).toBe(0);
        expect.soft(await overflowOf(page), `${path}: scrolls sideways by px`).toBe(0);
      }
    },
    MANY_SCREENS_MS,
  );
});

/** Adds up how far things jumped by themselves, as browsers measure it (cumulative layout shift). */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function shiftOf(page: Page): Promise<number> {
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  return Math.round(shift * 1000) / 1000;
}

async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
