import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../support/browser";
import { logIn } from "../support/people";
import { seriousViolations } from "../support/screen-checks";
import { openConnected } from "../support/connected";
import { hydrated } from "../support/hydrated";
import { becomeCustomer } from "../support/newcomer";
import { opener } from "../support/popup";

const { visitor } = useBrowser();

describe.each([
  { how: "with the script", javaScript: true, name: "SCRIPT" },
  { how: "without JavaScript", javaScript: false, name: "PLAIN" },
])("Promo codes, $how", ({ javaScript, name }) => {
  const code = `GIFT-${name}`;
  const email = `gift-${name.toLowerCase()}@people.example`;

  test("an admin creates one, and the field shows its fault", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "admin");
    await page.goto("/dashboard");
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Customers" }).click();
    await page.getByRole("navigation", { name: "Customers" }).getByRole("link", { name: "Marketing" }).click();
    await opener(page, "New promo code").click();
    await page.getByLabel("Name", { exact: true }).fill("A gift");
    await page.getByLabel("Promocode", { exact: true }).fill("no spaces");
    await page.getByLabel("Value").fill("1250");
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByText("A code has 3 to 32 letters A to Z, digits or hyphens.").waitFor();
    expect(await page.getByLabel("Promocode", { exact: true }).inputValue()).toBe("no spaces");
    if (javaScript) expect(await seriousViolations(page)).toEqual([]);
    await page.getByLabel("Promocode", { exact: true }).fill(code.toLowerCase());
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByText(`Code ${code} can be used now.`).waitFor();
    const row = page.getByRole("table", { name: "Promocodes" }).getByRole("row").filter({ hasText: code });
    expect(await row.textContent()).toContain("$12.50 credit");
  });

  test("4, 44: a customer redeems it once; a refused form keeps the text; an empty one is not sent", async () => {
    const page = await visitor({ javaScript });
    await becomeCustomer(page, email, javaScript);
    await page.goto("/billing");
    await apply(page, "no-such-code");
    await page.getByText("This code does not exist.").waitFor();
    await apply(page, `${code.toLowerCase()} `);
    await page.getByText("Code applied: $12.50 added to your balance.").first().waitFor();
    // The live notice may come before the form's answer, which empties the field.
    await expectField(page, "");
    expect(await page.getByText("This code does not exist.").count()).toBe(0);
    await page.getByText("$22.50").first().waitFor();
    await page.getByText("+12.50").first().waitFor();
    await apply(page, code);
    await page.getByText("You have already used this code.").waitFor();
    // An answer replaces the one before it.
    expect(await page.getByText("Code applied: $12.50 added to your balance.").count()).toBe(0);
    await expectField(page, code);
    await apply(page, "no-such-code");
    await page.getByText("This code does not exist.").waitFor();
    await expectField(page, "no-such-code");
    await sendNothing(page, javaScript);
  });

  if (javaScript)
    test("a balance that arrives during the answer does not remove its notice", async () => {
      const page = await visitor({ javaScript });
      await becomeCustomer(page, `slow-${email}`, javaScript);
      await openConnected(page, "/billing");
      let held = false;
      await page.route(/\/billing\.data/, async (route) => {
        if (held || route.request().method() !== "GET") return await route.continue();
        held = true;
        // The server has read it, and the page has not.
        const response = await route.fetch();
        await page.getByText("$22.50").first().waitFor();
        await route.fulfill({ response });
      });
      await apply(page, code);
      await expectField(page, "");
      await page.getByText("Code applied: $12.50 added to your balance.").first().waitFor();
      await apply(page, "no-such-code");
      await page.getByText("This code does not exist.").waitFor();
      expect(await page.getByText("Code applied: $12.50 added to your balance.").count()).toBe(0);
    });

  test("44: the admin disables it, and it can no longer be used", async () => {
    const admin = await visitor({ javaScript });
    await logIn(admin, "admin");
    await admin.goto("/dashboard/marketing");
    // The script replaces the summary by a button: a click in between opens nothing.
    if (javaScript) await hydrated(admin);
    await opener(admin, `Disable ${code}`).click();
    await admin.getByRole("button", { name: "Disable code" }).locator("visible=true").click();
    await admin.getByText(`Code ${code} is disabled.`).waitFor();
    const row = admin.getByRole("table", { name: "Promocodes" }).getByRole("row").filter({ hasText: code });
    expect(await row.textContent()).toContain("disabled");
    const page = await visitor({ javaScript });
    await logIn(page, "customer");
    await page.goto("/billing");
    await apply(page, code);
    await page.getByText("This code has expired.").waitFor();
  });

  test("an admin gives money at once and confirms a debit; the missing part is owed", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "admin");
    await page.goto(await userPage(page, email));
    await adjust(page, "7.5", "For the outage");
    await page.getByText("Balance adjusted by $7.50. It is now $30.00.").waitFor();
    await adjust(page, "-31", "Paid twice");
    await page.getByText("The balance is $30.00 and will be −$1.00 (owes $1.00).").waitFor();
    expect(await page.getByText("Balance adjusted by −").count()).toBe(0);
    await page.getByRole("button", { name: "Take $31.00" }).click();
    await page.getByText("Balance adjusted by −$31.00. It is now −$1.00 (owes $1.00).").waitFor();
    const facts = page.getByRole("term").filter({ hasText: "Owes" });
    expect(await facts.locator("xpath=..").textContent()).toBe("Owes$1.00");
    await page.getByText("Adjustment: Paid twice").first().waitFor();
  });
});

async function apply(page: Page, code: string): Promise<void> {
  await page.getByLabel("Promo code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
}

async function expectField(page: Page, value: string): Promise<void> {
  await expect.poll(() => page.getByLabel("Promo code", { exact: true }).inputValue()).toBe(value);
}

/** Expects no request with the script; without it the server answers with the same page and no message. */
async function sendNothing(page: Page, javaScript: boolean): Promise<void> {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  await apply(page, "  ");
  if (javaScript) {
    // A later request shows that nothing was sent before it.
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await apply(page, "still-no-code");
    await answered;
    expect(posts).toHaveLength(1);
    return;
  }
  await page.waitForLoadState();
  expect(new URL(page.url()).pathname).toBe("/billing");
  expect(await page.getByText("This code does not exist.").count()).toBe(0);
  expect(await page.getByText("Enter a code.").count()).toBe(0);
}

async function userPage(page: Page, email: string): Promise<string> {
  const found = await page.request.get(`/users/get/${encodeURIComponent(email)}`);
  const { user } = (await found.json()) as { user: { id: number } };
  return `/users/view/${user.id}`;
}

async function adjust(page: Page, dollars: string, reason: string): Promise<void> {
  await opener(page, "Adjust balance").click();
  const panel = page.locator("dialog[open], details[open] > .popup-panel").last();
  await panel.getByLabel("Dollars").fill(dollars);
  await panel.getByLabel("Reason", { exact: true }).fill(reason);
  await panel.getByRole("button", { name: "Adjust balance" }).click();
}
