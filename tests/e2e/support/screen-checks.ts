import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** Violations of these levels are what people cannot work around. */
const SERIOUS = ["serious", "critical"];

/** What keeps people out of the page as it stands, in words of axe. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter((one) => SERIOUS.includes(one.impact ?? ""))
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
}
