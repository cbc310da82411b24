import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { becomeCustomer } from "./support/newcomer";
import { fillLogin } from "./support/people";
import { opener } from "./support/popup";

const { visitor } = useBrowser();

const GOOD = "4242 4242 4242 4242";
const ASKS_ALWAYS = "4000 0027 6000 3184";

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Customers become PRO, $how", ({ javaScript }) => {
  test("45, 46: without a card they are asked for one; with one they enable, charge, change the card and disable the subscription", async () => {
    const page = await visitor({ javaScript });
    await becomeCustomer(page, `subscriber-${javaScript ? "script" : "plain"}@people.example`, javaScript);

    await page.goto("/subscription");
    expect(await figure(page, "Status")).toBe("Disabled");
    await page.getByText("You are on FREE, which").waitFor();
    await page.getByText("No invoices yet").waitFor();
    await askToEnable(page);
    await page.getByText("Add a payment method first.").waitFor();

    await saveCard(page, GOOD);
    await page.goto("/subscription");
    await askToEnable(page);
    for (const said of ["$20.00 a month", "Visa •••• 4242", "$20.00 now", "Disable Subscription"])
      await page.getByText(said).first().waitFor();
    expect(await figure(page, "Status")).toBe("Disabled");
    await page.getByRole("button", { name: "Pay $20.00 now" }).click();
    await page.getByText("Subscription enabled.").waitFor();
    expect(await figure(page, "Status")).toBe("Enabled");
    await page.getByText("You have PRO").waitFor();
    expect(await figure(page, "Upcoming invoice")).toBe("$20.00");
    expect(await opener(page, "Enable Subscription").count()).toBe(0);

    for (const [button, upcoming] of [
      ["60 minutes of work for 1 dollar", "$21.00"],
      ["Plus 40 dollars charge", "$61.00"],
      ["Minus 50 dollars discount", "$11.00"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await waitForFigure(page, "Upcoming invoice", upcoming);
    }

    // The only card stays while the subscription needs it.
    await page.goto("/billing");
    await deleteCard(page, "Visa •••• 4242");
    await page.getByText("You cannot remove the only card while the subscription is enabled.").first().waitFor();

    await saveCard(page, ASKS_ALWAYS);
    await page.goto("/subscription");
    await page.getByRole("radio", { name: /3184/ }).check();
    await page.getByRole("button", { name: "Update Payment Method" }).click();
    await page.getByText("Payment method updated.").waitFor();
    await page.getByText("Visa •••• 3184, expires 12/2034").waitFor();

    await opener(page, "Disable Subscription").click();
    await page.getByRole("button", { name: "Disable at the end of the period" }).click();
    await page.getByText("Subscription disabled.").waitFor();
    expect(await figure(page, "Status")).toBe("Disabled");
    await page.getByText("You have PRO").waitFor();
    await askToEnable(page);
    await page.getByRole("button", { name: "Go on with PRO" }).click();
    await page.getByText("Subscription enabled.").waitFor();
    expect(await figure(page, "Status")).toBe("Enabled");
  });

  test("a bank's confirmation is one link away, and the invoice can be downloaded by its owner only", async () => {
    const page = await visitor({ javaScript });
    await becomeCustomer(page, `asked-${javaScript ? "script" : "plain"}@people.example`, javaScript);
    await saveCard(page, ASKS_ALWAYS);
    await page.goto("/subscription");
    await askToEnable(page);
    await page.getByRole("button", { name: "Pay $20.00 now" }).click();
    expect(await figure(page, "Status")).toBe("Disabled");
    await page.getByRole("link", { name: "Continue at your bank" }).click();
    await page.locator("button[value=confirm]").click();
    await page.waitForURL(/\/subscription$/);
    await page.getByText("Subscription enabled.").first().waitFor();
    await page.getByText("You have PRO").waitFor();

    const link = page.getByRole("link", { name: /^PDF: invoice/ }).first();
    const href = (await link.getAttribute("href")) ?? "";
    const pdf = await page.request.get(href);
    expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
    const stranger = await visitor({ javaScript });
    await stranger.goto("/login");
    await fillLogin(stranger);
    await stranger.waitForURL("**/tasks");
    expect((await stranger.request.get(href)).status()).toBe(404);
  });
});

async function saveCard(page: Page, number: string): Promise<void> {
  await page.goto("/billing/card");
  await page.getByRole("button", { name: "Continue to the card page" }).click();
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Cardholder name").fill("Ada Lovelace");
  await page.getByLabel(/^Expiry/).fill("12/34");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^Save/ }).click();
  const bank = page.locator("button[value=confirm]");
  const back = page.getByRole("heading", { name: "Billing", exact: true });
  await bank.or(back).waitFor();
  if ((await bank.count()) > 0) await bank.click();
  await back.waitFor();
}

async function deleteCard(page: Page, label: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: label });
  await row.getByText("Delete", { exact: true }).first().click();
  await row.or(page.getByRole("dialog")).getByRole("button", { name: "Delete card" }).first().click();
}

async function askToEnable(page: Page): Promise<void> {
  await opener(page, "Enable Subscription").click();
}

/** The value of a figure with that name. */
async function figure(page: Page, label: string): Promise<string> {
  return (await figureOf(page, label).locator("dd").first().textContent()) ?? "";
}

async function waitForFigure(page: Page, label: string, value: string): Promise<void> {
  await figureOf(page, label).getByText(value, { exact: true }).waitFor();
}

function figureOf(page: Page, label: string) {
  return page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: label }) })
    .first();
}
