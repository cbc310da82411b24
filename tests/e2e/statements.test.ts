import { text } from "node:stream/consumers";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { readCsv } from "../support/csv";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";
import { seriousViolations } from "./support/screen-checks";

const { visitor } = useBrowser();

describe.each([
  { how: "with the script", javaScript: true, width: 1280, colorScheme: "light" as const },
  { how: "without JavaScript", javaScript: false, width: 390, colorScheme: "dark" as const },
])("Customers can read their statements, $how", ({ javaScript, width, colorScheme }) => {
  // axe is a script: it runs only on pages that may run scripts.
  const violations = (page: Page) => (javaScript ? seriousViolations(page) : Promise.resolve([]));

  test("they open the month, see how a line was calculated, and save it as CSV", async () => {
    const page = await visitor({ javaScript, width, colorScheme });
    await logIn(page, "customer");
    await page.goto("/billing");
    await page.getByRole("link", { name: "Statements" }).click();
    await page.getByRole("heading", { name: "Statements" }).waitFor();
    const months = await violations(page);
    await page.getByRole("table", { name: "Months" }).getByRole("link").first().click();
    const lines = page.getByRole("table", { name: "Movements" });
    await lines.waitFor();
    const month = await violations(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /as CSV/ }).click(),
    ]);
    const rows = readCsv(await text(await file.createReadStream()));
    expect(rows.at(0)?.["row"]).toBe("opening");
    expect(rows.at(-1)?.["row"]).toBe("closing");
    expect(rows.length).toBeGreaterThan(2);
    await lines.getByRole("link").first().click();
    await page.getByRole("heading", { name: "Both sides of the posting" }).waitFor();
    const line = await violations(page);
    expect([months, month, line]).toEqual([[], [], []]);
  });
});
