import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { openContext } from "./browser";

export interface Look {
  /** Ids of the rules that axe found broken, whatever their level. */
  violations: string[];
  shift: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** A page of a fresh browser profile that adds up its layout shifts. */
export async function openPage(origin: string, visit: Parameters<typeof openContext>[1]): Promise<Page> {
  const context = await openContext(origin, visit);
  const page = await context.newPage();
  await watchShifts(page);
  return page;
}

/** Opens the screen as a person does and waits until it is idle. */
export async function lookAt(page: Page, path: string): Promise<Look> {
  await page.goto(path, { waitUntil: "networkidle" });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  return { violations: violations.map(({ id }) => id), shift };
}

/** Adds up layout shifts, as browsers measure them (cumulative layout shift). */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}
