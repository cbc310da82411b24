import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";

/** People cannot work around violations of these levels. */
const SERIOUS = ["serious", "critical"];
const LOOK = "data-look";

/** The plain script: `AxeBuilder` would load it twice a page, and cannot change the elements that a rule checks. */
const { resolve } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const AXE = readFileSync(resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run: (context: Document, options: object) => Promise<{ violations: Violation[] }>;
}

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Barriers on the page in its present state, in axe's words. `rules` limits the rules; without it all are checked. */
export async function seriousViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(markLooks, LOOK);
  const contrast = { id: "color-contrast", selector: `[${LOOK}]` };
  await page.evaluate(`${AXE}; axe.configure(${JSON.stringify({ rules: [contrast] })})`);
  // Without `resultTypes` axe also describes each element that is in order, which takes a fifth of its time. `region` is
  // its slowest rule below these levels.
  const which = rules ? { runOnly: rules } : { rules: { region: { enabled: false } } };
  const options = { resultTypes: ["violations"], ...which };
  const { violations } = await page.evaluate(
    async (chosen) => await (window as unknown as { axe: Axe }).axe.run(document, chosen),
    options,
  );
  return violations
    .filter((one) => SERIOUS.includes(one.impact ?? ""))
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
}

/**
 * Marks one text of each look, for its contrast: texts of the same colour, size, weight and background have the same
 * contrast, and measuring each cell of a table takes nine tenths of axe's time.
 */
function markLooks(mark: string): void {
  const NOTHING = "rgba(0, 0, 0, 0),none,1,none,static";
  const grounds = new Map<Element | null, string>();
  const looks = new Set<string>();
  for (const element of document.querySelectorAll("body, body *")) {
    const style = getComputedStyle(element);
    const paint = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.position].join();
    const ground = `${grounds.get(element.parentElement) ?? ""}${paint === NOTHING ? "" : `\n${paint}`}`;
    grounds.set(element, ground);
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const look = [
      style.color,
      style.webkitTextFillColor,
      style.fontSize,
      style.fontWeight,
      style.textShadow,
      ground,
    ].join();
    if (looks.has(look)) continue;
    looks.add(look);
    element.setAttribute(mark, "");
  }
  function hasText(element: Element): boolean {
    if (element.matches("input, select, textarea")) return true;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  }
}
