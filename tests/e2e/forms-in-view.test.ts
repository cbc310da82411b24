import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

test.each([
  { path: "/billing/add-funds", button: "Pay $50.00", width: 1280, height: 800 },
  { path: "/billing/add-funds", button: "Pay $50.00", width: 390, height: 844 },
  { path: "/configurator", button: "Proceed", width: 390, height: 844 },
  { path: "/rent?new=1", button: "Proceed", width: 390, height: 844 },
])("the cookie notice covers no button: $button of $path at $width px", async (given) => {
  const page = await visitor({ width: given.width });
  await page.setViewportSize(given);
  await logIn(page, "customer2");
  await page.goto(given.path);
  await page.getByRole("complementary", { name: "Cookies" }).waitFor();
  const button = page.getByRole("button", { name: given.button, exact: true });
  // At every scroll position at which the button is in view.
  for (const block of ["end", "center", "start"] as const) {
    await button.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
    await expect.poll(() => isOnTop(button)).toBe(true);
  }
});

test.each([{ width: 1280 }, { width: 390 }])(
  "a refused field scrolls into view with its label, clear of the header, at $width px",
  async ({ width }) => {
    const page = await visitor({ width });
    await logIn(page, "customer2");
    await page.goto("/settings");
    await page.getByLabel("Company (optional)").fill("x".repeat(121));
    await page.getByRole("button", { name: "Update Settings" }).click();
    await page.getByText("Company may have at most 120 characters.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("company");
    await expect.poll(() => labelIsClear(page, "Company (optional)")).toBe(true);
  },
);

/** True if a click on its middle reaches the element. */
async function isOnTop(element: Locator): Promise<boolean> {
  return await element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && one.contains(hit);
  });
}

async function labelIsClear(page: Page, label: string): Promise<boolean> {
  return await isOnTop(page.locator("label", { hasText: label }));
}
