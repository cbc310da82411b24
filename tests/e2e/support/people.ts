import type { Locator, Page } from "playwright";

const PASSWORD = "millrace-demo";

export const SECOND_CUSTOMER = "customer2@millrace.example";

/**
 * Logs the visitor in without loading a page: the page stays where it is, and its context gets the session's cookie.
 * (`fillLogin` is for tests of the login itself.)
 */
export async function logIn(
  { request }: Page,
  who: "customer" | "customer2" | "support" | "operator" | "admin",
): Promise<void> {
  const screen = await (await request.get("/login")).text();
  const token = /name="_token" value="([^"]+)"/.exec(screen)?.[1] ?? "";
  const form = { email: `${who}@millrace.example`, password: PASSWORD, _token: token };
  const answer = await request.post("/ajaxlogin", { form });
  const { status, message } = (await answer.json()) as { status: string; message: string };
  if (status !== "OK") throw new Error(`${who} is not logged in: ${message}`);
}

/** Fills and sends the form of the login screen on which the page is, or that of the dropdown. */
export async function fillLogin(
  page: Page,
  password = PASSWORD,
  email = SECOND_CUSTOMER,
  form: Locator = page.getByRole("main"),
): Promise<void> {
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Reads the API key of the logged-in user from the security screen. */
export async function showApiKey(page: Page): Promise<string> {
  await page.goto("/user/security");
  await page.getByRole("button", { name: "Show" }).click();
  const text = await page
    .getByText(/mr_[A-Za-z0-9_-]{43}/)
    .first()
    .textContent();
  const key = /mr_[A-Za-z0-9_-]{43}/.exec(text ?? "")?.[0];
  if (!key) throw new Error("no API key is shown");
  return key;
}
