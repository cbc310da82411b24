import type { Page } from "playwright";

const PASSWORD = "millrace-demo";

/** Logs in by the form of the login screen, which works with and without JavaScript. */
export async function logIn(page: Page, who: "customer" | "support" | "operator" | "admin"): Promise<void> {
  await page.goto("/login");
  const form = page.getByRole("main");
  await form.getByLabel("Email").fill(`${who}@millrace.example`);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}
