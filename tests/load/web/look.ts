import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "playwright";

export interface Look {
  /** Ids of the rules that axe found broken, whatever their weight. */
  violations: string[];
  shift: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Opens the screen as a person does and waits until it is quiet. */
export async function lookAt(context: BrowserContext, path: string): Promise<Look> {
  const page = await context.newPage();
  try {
    await watchShifts(page);
    await page.goto(path, { waitUntil: "networkidle" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    return { violations: violations.map(({ id }) => id), shift };
  } finally {
    await page.close();
  }
}

/** Adds up how far things jumped by themselves, as browsers measure it (cumulative layout shift). */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}
