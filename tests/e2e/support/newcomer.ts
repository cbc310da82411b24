import type { Locator, Page } from "playwright";

/** The password of all newcomers. */
export const PASSWORD = "seven-quiet-rivers";

/**
 * Registers somebody and confirms the address with the mail that the demo shows, which logs in. They have $10.00. With
 * the script the page of the link presses its button.
 */
export async function becomeCustomer(page: Page, email: string, javaScript = true): Promise<void> {
  await page.goto("/register");
  await fillRegistration(page, email);
  await page.getByRole("main").getByRole("button", { name: "Register" }).click();
  await page.getByText("Check your inbox to confirm your email address.").waitFor();
  await page.goto("/mailbox");
  await confirmLink(page, email).click();
  if (!javaScript) await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Your email address is confirmed.").waitFor();
  await page.waitForURL("**/tasks");
}

/** The registration form, with its terms agreed to. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  const form = page.getByRole("main");
  await form.getByLabel("Name").fill("New Comer");
  await form.getByLabel("Email", { exact: true }).fill(email);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Password Confirmation").fill(PASSWORD);
  await form.getByLabel(/I agree to the/).check();
}

/** The link that confirms an address, from the demo's mailbox. */
export function confirmLink(page: Page, email: string): Locator {
  const mail = page.getByRole("listitem").filter({ hasText: `To ${email}` });
  return mail.locator('a[href*="/verify/"]').first();
}
