import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { until } from "../support/until";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

// Two people with their own money, so that one test's cards do not affect the other.
describe.each([
  { how: "with the script", javaScript: true, who: "operator" },
  { how: "without JavaScript", javaScript: false, who: "support" },
] as const)("Customers let their balance be filled, $how", ({ javaScript, who }) => {
  test("switched on, each fall below the threshold is charged and credited once, up to the monthly cap", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, who);
    await page.goto("/billing/auto-top-up");
    const tenantName = (await page.locator("body").getAttribute("data-account")) ?? "";
    await page.getByRole("link", { name: "Add Credit Card" }).waitFor();
    await saveCard(page);

    await page.goto("/billing/auto-top-up");
    await page.getByLabel("Add", { exact: true }).fill("4");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("The amount must be between $5 and $5000.").waitFor();
    await page.getByLabel("Add", { exact: true }).fill("30");
    await page.getByLabel("Monthly cap").fill("65");
    await page.getByLabel("Country").selectOption("DE");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("Automatic top-up is on.").waitFor();
    await until("the first charge", async () => (await balance(page)) === "$30.00");

    await takeFrom(tenantName, "25.00");
    await until("the second charge", async () => (await balance(page)) === "$35.00");
    await takeFrom(tenantName, "30.00");
    await page.goto("/billing/auto-top-up");
    await page.getByText("Another $30.00 would exceed your monthly cap.").waitFor();
    expect(await balance(page)).toBe("$5.00");
    expect(await page.getByText(/^Top-up MR-\d{4}-\d{6}$/).count()).toBe(2);

    await page.goto("/billing/auto-top-up");
    await page.getByRole("button", { name: "Switch off" }).click();
    await page.getByText("Automatic top-up is off.").waitFor();
    await page.getByRole("button", { name: "Switch on" }).waitFor();
  });

  async function takeFrom(tenantName: string, dollars: string): Promise<void> {
    const admin = await visitor({ javaScript });
    await logIn(admin, "admin");
    await admin.goto(`/users/stats/${tenantName}`);
    await admin.getByText("Adjust balance", { exact: true }).first().click();
    await admin.getByLabel("Dollars").fill(`-${dollars}`);
    await admin.getByRole("textbox", { name: "Reason", exact: true }).fill("Used up");
    await admin.getByRole("button", { name: "Adjust balance" }).last().click();
    await admin.getByRole("button", { name: `Take $${dollars}` }).click();
    await admin.getByRole("button", { name: `Take $${dollars}` }).waitFor({ state: "hidden" });
  }
});

async function saveCard(page: Page): Promise<void> {
  await page.goto("/billing/card");
  await page.getByRole("button", { name: "Continue to the card page" }).click();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel("Cardholder name").fill("Ada Lovelace");
  await page.getByLabel(/^Expiry/).fill("12/34");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Card added.").waitFor();
}

async function balance(page: Page): Promise<string | null> {
  await page.goto("/billing");
  return await page
    .getByText(/^\$[\d.]+$/)
    .first()
    .textContent();
}
