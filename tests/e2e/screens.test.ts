import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { screenAddresses } from "../support/screen-addresses";
import { useBrowser, type Visit } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";
import { seriousViolations } from "./support/screen-checks";

const { visitor } = useBrowser();

/** Each screen is loaded until its network is quiet, and looked through as a whole. */
const MANY_SCREENS = 11;
const MANY_SCREENS_MS = 180_000;

/** What a screen shows only when it is asked. */
const MORE = {
  public: [...["/rent?new=1", "/faq?q=refund", "/faq?q=nothing+like+this", "/contact?sent=1", "/api?of=ssh-keys"]],
  customer: ["/rent?new=1"],
  operator: ["/api?of=nodes", "/dashboard/nodes?view=list&map=state"],
};
const VALUES = {
  ...{ id: 1, tenantName: "customer", nodeName: "ams2-a100-01", token: "none", user: "customer@millrace.example" },
  month: new Date().toISOString().slice(0, 7),
};
const AUDIENCES = ["public", "customer", "operator"] as const;
type Audience = (typeof AUDIENCES)[number];

const parts = AUDIENCES.flatMap((audience) => {
  const paths = [...screenAddresses(audience, VALUES).map(({ path }) => path), ...MORE[audience]];
  return partsOf(paths).map((some, at) => ({ audience, part: at + 1, paths: some }));
});

describe.each([
  { width: 1280, colorScheme: "light" as const },
  { width: 390, colorScheme: "dark" as const },
])("At $width px in the $colorScheme theme", ({ width, colorScheme }) => {
  test.each(parts)(
    "every $audience screen is accessible and stands still, part $part",
    async ({ audience, paths }) => {
      // Two visitors share the screens: while one waits for the network to be quiet, the other looks.
      const halves = [0, 1].map((half) => paths.filter((_, at) => at % 2 === half));
      await Promise.all(
        halves.map(async (half) => lookThrough(half, await aVisitor(audience, { width, colorScheme }))),
      );
    },
    MANY_SCREENS_MS,
  );
});

async function aVisitor(audience: Audience, visit: Visit): Promise<Page> {
  const page = await visitor(visit);
  if (audience !== "public") await logIn(page, audience === "operator" ? "admin" : "customer");
  await watchShifts(page);
  return page;
}

async function lookThrough(paths: string[], page: Page): Promise<void> {
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await hydrated(page);
    expect.soft(await seriousViolations(page), `${path}: accessibility`).toEqual([]);
    expect.soft((await shiftsOf(page)).join("\n"), `${path}: layout shifts`).toBe("");
    expect.soft(await overflowOf(page), `${path}: scrolls sideways by px`).toBe(0);
  }
}

function partsOf(paths: string[]): string[][] {
  const count = Math.ceil(paths.length / MANY_SCREENS);
  return Array.from({ length: count }, (_, at) => paths.slice(at * MANY_SCREENS, (at + 1) * MANY_SCREENS));
}

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
  return await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
