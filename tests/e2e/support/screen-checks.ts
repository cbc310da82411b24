import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** Violations of these levels are what people cannot work around. */
const SERIOUS = ["serious", "critical"];

/** What keeps people out of the page as it stands, in words of axe. `rules` are those to look at, all of them if unnamed. */
export async function seriousViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Without it axe also describes each element that is in order, which takes a fifth of its time.
  const options = { resultTypes: ["violations" as const], ...(rules ? { runOnly: rules } : {}) };
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  return violations
    .filter((one) => SERIOUS.includes(one.impact ?? ""))
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
}
