import type { Page } from "playwright";

const PASSWORD = "seven-quiet-rivers";

/** Registers somebody, confirms the address by the mail that the demo shows, which logs in. They have $10.00. */
export async function becomeCustomer(page: Page, email: string): Promise<void> {
  await page.goto("/register");
  const form = page.getByRole("main");
  await form.getByLabel("Name").fill("New Comer");
  await form.getByLabel("Email", { exact: true }).fill(email);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Password Confirmation").fill(PASSWORD);
  await form.getByLabel(/I agree to the/).check();
  await form.getByRole("button", { name: "Register" }).click();
  await page.getByText("Check your inbox to confirm your email address.").waitFor();
  await page.goto("/mailbox");
  const mail = page.getByRole("listitem").filter({ hasText: `To ${email}` });
  await mail.locator('a[href*="/verify/"]').first().click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Your email address is confirmed.").waitFor();
  await page.waitForURL("**/tasks");
}
