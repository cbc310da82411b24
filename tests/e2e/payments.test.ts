import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { endTasks } from "./support/api";
import { hydrated } from "./support/hydrated";
import { chooseCountry, typeCard } from "./support/paying";
import { logIn, showApiKey } from "./support/people";
import { until } from "../support/until";

const { visitor } = useBrowser();

const GOOD = "4242 4242 4242 4242";
const DECLINED = "4000 0000 0000 0002";
const DECLINED_LATER = "4000 0000 0000 0341";
const ASKS_ALWAYS = "4000 0027 6000 3184";

beforeAll(async () => {
  // The demo's second customer has a volume, which costs a cent now and then.
  const page = await visitor();
  // A task that another file left running would also cost a cent.
  await logIn(page, "customer");
  await endTasks(await showApiKey(page));
  await page.context().clearCookies();
  await logIn(page, "customer2");
  await page.goto("/volumes");
  await hydrated(page);
  await page.getByRole("button", { name: "Delete datasets" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete volume" }).click();
  await page.getByText("Being deleted").waitFor();
});

// Two people, so that one test's cards do not affect the other.
describe.each([
  { how: "with the script", javaScript: true, who: "customer" },
  { how: "without JavaScript", javaScript: false, who: "customer2" },
] as const)("Customers pay, $how", ({ javaScript, who }) => {
  const aPayer = async () => {
    const page = await visitor({ javaScript });
    await logIn(page, who);
    return page;
  };

  test("43: an amount below 5 or above 5000 dollars and a missing name are refused at their fields", async () => {
    const page = await aPayer();
    await page.goto("/billing/add-funds");
    expect(await page.getByLabel("Amount in dollars").inputValue()).toBe("50.00");
    await chooseCountry(page);
    const outOfRange = "The amount must be between $5 and $5000.";
    const noAmount = "Enter an amount in dollars, such as 50.";
    for (const [amount, message] of [
      ["4.99", outOfRange],
      ["abc", noAmount],
      ["5000.01", outOfRange],
      ["1e3", noAmount],
      ["-5", outOfRange],
    ] as const) {
      await page.getByLabel("Amount in dollars").fill(amount);
      await page.getByRole("button", { name: /^Pay/ }).click();
      await page.getByText(message).waitFor();
      expect(await page.getByLabel("Amount in dollars").inputValue()).toBe(amount);
    }
    await page.getByLabel("Amount in dollars").fill("20");
    await page.getByLabel("Cardholder name").fill("  ");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByText("Cardholder name is required.").waitFor();
  });

  test("one click chooses an amount, and the button shows the charge", async () => {
    const page = await aPayer();
    await page.goto("/billing/add-funds");
    await page.getByRole("button", { name: "Pay $50.00", exact: true }).waitFor();
    await page.getByText("$100", { exact: true }).click();
    await page.getByRole("button", { name: "Pay $100.00", exact: true }).waitFor();
    await page.getByText("105 h of a5000").filter({ visible: true }).waitFor();
    if (!javaScript) return;
    expect(await page.getByLabel("Amount in dollars").inputValue()).toBe("100.00");
    await page.getByLabel("Amount in dollars").fill("1234,5");
    await page.getByRole("button", { name: "Pay $1,234.50", exact: true }).waitFor();
    expect(await page.getByRole("radio", { name: "$100" }).isChecked()).toBe(false);
  });

  test("40: a card typed at the provider, refused and then good, adds 50.00 once, with a receipt", async () => {
    const page = await aPayer();
    const before = await balance(page);
    await page.goto("/billing/add-funds");
    await chooseCountry(page);
    await page
      .getByRole("radio", { name: /card$|card Entered/ })
      .last()
      .check();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await typeCard(page, DECLINED);
    const paying = page.url();
    await page.getByRole("button", { name: "Pay $50.00" }).click();
    await page.getByText("Your card was declined.").waitFor();
    await typeCard(page, GOOD);
    await page.getByRole("button", { name: "Pay $50.00" }).click();
    await page.getByText("Your top-up has been added to your balance.").waitFor();
    expect(await balance(page)).toBe(before + 5000);
    await page.goto(paying);
    expect(await balance(page)).toBe(before + 5000);
    const receipt = page.getByRole("link", { name: /receipt of Top-up MR-\d{4}-\d{6}$/ }).first();
    const pdf = await page.request.get((await receipt.getAttribute("href")) ?? "");
    expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    expect(pdf.headers()["content-disposition"]).toMatch(/^attachment; filename="millrace-MR-\d{4}-\d{6}\.pdf"$/);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("a card is saved on the provider's page, made the default and deleted", async () => {
    const page = await aPayer();
    await saveCard(page, DECLINED_LATER);
    await page.getByText("Card added.").waitFor();
    const row = page.getByRole("row").filter({ hasText: "Visa •••• 0341" });
    await row.getByRole("button", { name: "Make default: Visa •••• 0341" }).click();
    await row.getByText("Default", { exact: true }).waitFor();
    await row.getByText("Delete", { exact: true }).first().click();
    await row.or(page.getByRole("dialog")).getByRole("button", { name: "Delete card" }).first().click();
    await page.getByText("Card removed.").waitFor();
    expect(await row.count()).toBe(0);
  });

  test("42: a refused saved card gives the reason, and the next attempt succeeds", async () => {
    const page = await aPayer();
    await saveCard(page, DECLINED_LATER);
    const before = await balance(page);
    await page.goto("/billing/add-funds");
    await page.getByLabel("Amount in dollars").fill("12.30");
    await page.getByRole("radio", { name: /0341/ }).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.locator("#card-errors").getByText("Your card was declined.").waitFor();
    expect(await page.getByLabel("Amount in dollars").inputValue()).toBe("12.30");
    const pay = page.getByRole("button", { name: /^Pay/ });
    await until("the button to be usable again", async () => (await pay.getAttribute("aria-disabled")) === null);
    await page.getByRole("radio", { name: /4242/ }).check();
    await pay.click();
    await page.getByText("Your top-up has been added to your balance.").waitFor();
    expect(await balance(page)).toBe(before + 1230);
  });

  test("a bank's confirmation is one step away, and a refusal costs nothing", async () => {
    const page = await aPayer();
    await saveCard(page, ASKS_ALWAYS);
    const before = await balance(page);
    for (const answer of ["refuse", "confirm"]) {
      await page.goto("/billing/add-funds");
      await page.getByRole("radio", { name: /3184/ }).check();
      await page.getByRole("button", { name: /^Pay/ }).click();
      if (!javaScript) await page.getByRole("link", { name: "Continue at your bank" }).click();
      await page.locator(`button[value=${answer}]`).click();
      await page.waitForURL(answer === "confirm" ? /\/billing$/ : /\/billing\/add-funds\?return=/);
      expect(await balance(page)).toBe(before + (answer === "confirm" ? 5000 : 0));
    }
  });

  test("a payment abandoned at the provider is cancelled by its form, and nothing is charged", async () => {
    const page = await aPayer();
    const before = await balance(page);
    await page.goto("/billing/add-funds");
    await page.getByRole("radio", { name: /A new card/ }).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page
      .getByRole("link", { name: "Cancel" })
      .or(page.getByRole("button", { name: "Cancel" }))
      .click();
    await page.getByRole("button", { name: "Cancel top-up" }).click();
    await page.getByText("The top-up is cancelled. Nothing was charged.").waitFor();
    expect(await balance(page)).toBe(before);
    expect(await page.getByText("Waiting for you").count()).toBe(0);
  });
});

test("48: another tenant's receipt, top-up and card are not found", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  await page.goto("/billing");
  const receipt = await page
    .getByRole("link", { name: /receipt of Top-up/ })
    .first()
    .getAttribute("href");
  const stranger = await visitor();
  await logIn(stranger, "operator");
  expect((await stranger.request.get(receipt ?? "")).status()).toBe(404);
  const topupId = (receipt ?? "").split("/").at(-1) ?? "";
  expect((await stranger.request.get(`/billing/add-funds?return=${topupId}`)).status()).toBe(404);
  expect((await stranger.request.get(`/billing/add-funds?return=x`)).status()).toBe(404);
});

/** Continues over the bank's page if the card requires it. */
async function saveCard(page: Page, number: string): Promise<void> {
  await page.goto("/billing/card");
  await page.getByRole("button", { name: "Continue to the card page" }).click();
  await typeCard(page, number);
  await page.getByRole("button", { name: /^Save/ }).click();
  const bank = page.locator("button[value=confirm]");
  const back = page.getByRole("heading", { name: "Billing", exact: true });
  await bank.or(back).waitFor();
  if ((await bank.count()) > 0) await bank.click();
  await back.waitFor();
}

/** The balance in cents, as shown on the screen. */
async function balance(page: Page): Promise<number> {
  await page.goto("/billing");
  const text = await page
    .getByText(/^\$[\d.]+$/)
    .first()
    .textContent();
  return Math.round(Number(text?.slice(1)) * 100);
}
