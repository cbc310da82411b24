import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { screenAddresses } from "../../support/screen-addresses";
import { useBrowser, type Visit } from "./browser";
import { openConnected } from "./connected";
import { type DemoIds, readDemoIds } from "./demo-ids";
import { followLoads } from "./drawn";
import { logIn } from "./people";
import { seriousViolations } from "./screen-checks";

/** Screens of one test. Each is loaded, and checked as a whole once it is drawn. */
const MANY_SCREENS = 40;
/**
 * Eighteen heights of a phone; a person's page with nine folded tables has fifteen. Lists that grow beyond it are not
 * folded.
 */
const TALLEST_PX = 18 * 844;
/** Staff see a screen's title under at most a header, the group's screens and a link back. */
const LOWEST_TITLE_PX = 120;

/** Parts of a screen that are shown only on request. */
const MORE = (ids: DemoIds) => ({
  public: ["/rent?new=1", "/faq?q=refund", "/faq?q=nothing+like+this", "/contact?sent=1", "/api?of=ssh-keys"],
  customer: ["/rent?new=1"],
  operator: [
    ...["/api?of=nodes", "/dashboard/nodes?view=list&map=state", "/dashboard/reports?report=vat"],
    ...["/dashboard/invoices?show=customers", `/dashboard/invoices?id=${ids.invoiceId}`],
    ...[`/dashboard/refund?task=${ids.incidentTask}`, `/dashboard/inbox/${ids.waitingConversation}`],
    ...[`/dashboard/alerts/${ids.pastAlert}`, "/dashboard/alerts?show=history"],
    ...[`/users/stats/${ids.customerName}`, "/dashboard/nodes/fra1-a5000-01"],
    "/dashboard/rehearsal?new",
  ],
});
const VALUES = {
  ...{ nodeName: "fra1-a5000-07", clusterName: "fra1", token: "none", provider: "none", port: 8888 },
  user: "customer@millrace.example",
};
/** Addresses that are looked at as the page of their refusal: no port of that task is open. */
const REFUSED = /\/no-such-page$|\/ports\//;
type Audience = keyof ReturnType<typeof MORE>;

/** Except for contrast, axe's findings do not depend on width and theme, so all rules run at once. */
const VISITS: (Visit & { rules?: string[] })[] = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark", rules: ["color-contrast"] },
];

/**
 * Describes the check of every screen of an audience, wide and light, and narrow and dark. Each audience has its own
 * file, because they take long.
 */
export async function describeScreens(audience: Audience): Promise<void> {
  const { visitor } = useBrowser();
  const ids = await readDemoIds();
  const addresses = screenAddresses(audience, { values: { ...VALUES, ...ids } });
  const paths = [...addresses.map(({ path }) => path), ...MORE(ids)[audience]];
  const parts = partsOf(paths).map((some, at) => ({ part: at + 1, some }));
  const aVisitor = async (visit: Visit) => {
    const page = await visitor(visit);
    if (audience !== "public") await logIn(page, audience === "operator" ? "admin" : "customer");
    await watchShifts(page);
    return page;
  };

  describe.each(VISITS)("At $width px in the $colorScheme theme", (visit) => {
    test.each(parts)(`every ${audience} screen is accessible and stands still, part $part`, async ({ some }) => {
      // Two visitors share the screens: while one waits for a page, the other checks.
      const halves = [0, 1].map((half) => some.filter((_, at) => at % 2 === half));
      await Promise.all(halves.map(async (half) => lookThrough(half, await aVisitor(visit), visit.rules)));
    });
  });
}

async function lookThrough(paths: string[], page: Page, rules?: string[]): Promise<void> {
  const drawn = followLoads(page);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  for (const path of paths) {
    const status = await openConnected(page, path);
    if (!REFUSED.test(path)) expect.soft(status, `${path}: status`).toBe(200);
    await drawn();
    expect.soft(await seriousViolations(page, rules), `${path}: accessibility`).toEqual([]);
    expect.soft((await shiftsOf(page)).join("\n"), `${path}: layout shifts`).toBe("");
    expect.soft(await overflowOf(page), `${path}: scrolls sideways by px`).toBe(0);
    if (!isPhone)
      expect
        .soft(await staffTitleTop(page), `${path}: title of a staff screen, px from the top`)
        .toBeLessThanOrEqual(LOWEST_TITLE_PX);
    if (isPhone) expect.soft(await heightOf(page), `${path}: height in px`).toBeLessThan(TALLEST_PX);
  }
}

function partsOf(paths: string[]): string[][] {
  const count = Math.ceil(paths.length / MANY_SCREENS);
  return Array.from({ length: count }, (_, at) => paths.slice(at * MANY_SCREENS, (at + 1) * MANY_SCREENS));
}

/** Records layout shifts, as browsers measure them. */
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

async function heightOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollHeight);
}

/** 0 for a page without the staff's header. */
async function staffTitleTop(page: Page): Promise<number> {
  return await page.evaluate(() =>
    document.querySelector(".staff-header")
      ? (document.querySelector("main h1")?.getBoundingClientRect().top ?? Number.NaN)
      : 0,
  );
}

async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
