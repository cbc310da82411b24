import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
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
    "/api?of=tasks",
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
      await watchShifts(page);
      for (const path of SCREENS[who]) {
        await page.goto(path, { waitUntil: "networkidle" });
        await hydrated(page);
        expect.soft(await seriousViolations(page), `${path}: accessibility`).toEqual([]);
        expect.soft(await shiftsOf(page), `${path}: layout shifts`).toEqual([]);
        expect.soft(await overflowOf(page), `${path}: scrolls sideways by px`).toBe(0);
      }
    },
    MANY_SCREENS_MS,
  );
});

/** Notes what jumps by itself, as browsers measure it (layout shift). */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: string[] };
    seen.shifts = [];
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${(node as Element | null)?.outerHTML?.slice(0, 60) ?? node?.textContent} from ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
        );
        if (!hadRecentInput && value >= 0.0005) seen.shifts.push(`${value.toFixed(3)}: ${moved.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function shiftsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
