import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright";
import { describe, expect, inject, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { fillLogin, logIn } from "./support/people";
import { opener } from "./support/popup";
import { anEd25519Line } from "../support/ssh-key";

const { visitor } = useBrowser();

const PASSWORD = "seven-quiet-rivers";
const NEXT_PASSWORD = "eleven-green-hats";
const STEP_MS = 30_000;

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Customers, $how", ({ javaScript }) => {
  const email = `newcomer-${javaScript ? "script" : "plain"}@people.example`;
  const phone: { secret: string; recoveryCode: string } = { secret: "", recoveryCode: "" };

  test("register, find the mail, confirm their address and log in", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/register");
    const form = page.getByRole("main");
    await form.getByLabel("Name").fill("New\u200b Comer");
    await form.getByLabel("Email", { exact: true }).fill(email);
    await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await form.getByLabel("Password Confirmation").fill("something-else");
    await form.getByLabel("How did you hear about us?").selectOption("other");
    await form.getByLabel("Other: where?").fill("A Podcast");
    await form.getByLabel(/I agree to the/).check();
    await form.getByRole("button", { name: "Register" }).click();

    await page.getByText("The two passwords do not match.").waitFor();
    await page.getByText('Character 4, after "New", is invisible. Please remove it.').waitFor();
    expect(await form.getByLabel("Other: where?").inputValue()).toBe("A Podcast");
    // The server's answer contains no password; a page that was not reloaded still has the typed one.
    const password = await form.getByLabel("Password", { exact: true }).inputValue();
    expect(password).toBe(javaScript ? PASSWORD : "");
    // One click removes the invisible characters and sends the form.
    await form.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("is invisible").waitFor({ state: "detached" });
    expect(await form.getByLabel("Name").inputValue()).toBe("New Comer");
    await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await form.getByLabel("Password Confirmation").fill(PASSWORD);
    await form.getByRole("button", { name: "Register" }).click();
    await page.getByText("Check your inbox to confirm your email address.").waitFor();

    await openMail(page, email, "/verify/");
    if (!javaScript) await page.getByRole("button", { name: "Confirm" }).click();
    // The browser that registered is logged in.
    await page.waitForURL("**/tasks");
    await page.getByText("Your email address is confirmed.").waitFor();
    await page.getByRole("heading", { name: "No tasks yet" }).waitFor();
    await page.getByText("$10.00 in your balance.").waitFor();
    await page.getByLabel("SSH Public Key").fill("not a key");
    await page.getByRole("button", { name: "Save key" }).click();
    await page.getByText("This is not a valid SSH public key.").waitFor();
    await page.getByLabel("SSH Public Key").fill(anEd25519Line("first"));
    await page.getByRole("button", { name: "Save key" }).click();
    await page.getByText("first is stored.").waitFor();
    // The header of every screen shows the available money.
    await page.goto("/faq");
    await page.getByRole("banner").getByRole("link", { name: "Balance $10.00" }).waitFor();
  });

  test("keep their settings: name, address, country and SSH key", async () => {
    const page = await loggedIn(javaScript, email);
    await page.goto("/settings");
    await page.getByLabel("City").fill("Berlin");
    await page.getByLabel("Country").selectOption({ label: "Germany" });
    await page.locator("summary", { hasText: "SSH Public Key" }).click();
    await page.getByRole("textbox", { name: "SSH Public Key" }).fill("-----BEGIN OPENSSH PRIVATE KEY-----");
    await page.getByRole("button", { name: "Update Settings" }).click();
    await page.getByText("This looks like a private key.").waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Berlin");
    const key = anEd25519Line("laptop");
    await page.getByRole("textbox", { name: "SSH Public Key" }).fill(key);
    await page.getByRole("button", { name: "Update Settings" }).click();
    await page.getByText("Your data has been saved.").waitFor();
    expect(await page.getByLabel("Country").inputValue()).toBe("DE");
    expect(await page.getByLabel("SSH Public Key").inputValue()).toBe(key);
  });

  test("turn two-factor on, and log in with a code and with a recovery code", async () => {
    const page = await loggedIn(javaScript, email);
    await page.goto("/user/security");
    await page.getByRole("button", { name: "Set up two-factor" }).click();
    const secret = page.getByText(/^[A-Z2-7]{32}$/);
    await secret.waitFor();
    phone.secret = (await secret.textContent())?.trim() ?? "";
    await page.getByLabel("The code that the app shows now").fill(codeAt(phone.secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    const codes = page.getByText(/^[2-9a-z]{4}(-[2-9a-z]{4}){3}\n/);
    await codes.waitFor();
    phone.recoveryCode = (await codes.textContent())?.trim().split("\n")[0] ?? "";

    await page.goto("/user/security");
    await page.getByText("Two-factor protects your login, not this key").first().waitFor();

    const elsewhere = await visitor({ javaScript });
    await elsewhere.goto("/login?redirectTo=%2Fkeys");
    await fillLogin(elsewhere, PASSWORD, email);
    await elsewhere.waitForURL("**/two-factor");
    await prove(elsewhere, "000000");
    await elsewhere.getByText("This code is not valid.").first().waitFor();
    // Each code is accepted once, and that of the next step is already used.
    await prove(elsewhere, codeAt(phone.secret, Date.now() + STEP_MS));
    await elsewhere.waitForURL("**/keys");

    const lost = await visitor({ javaScript });
    await lost.goto("/login");
    await fillLogin(lost, PASSWORD, email);
    await lost.waitForURL("**/two-factor");
    await prove(lost, phone.recoveryCode);
    await lost.waitForURL("**/tasks");
    await lost.getByText("You logged in with a recovery code.").waitFor();
    await lost.goto("/user/security");
    await lost.getByText("9 of 10 recovery codes left.").waitFor();
    await turnOff(lost);
  });

  test("who forgot the password choose a new one by mail, and the old one stops working", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/login");
    await page.getByRole("main").getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("heading", { name: "Forgot password?" }).waitFor();
    await page.getByRole("main").getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("If this address is known, an email is on its way.").waitFor();
    await openMail(page, email, "/reset/");
    await page.getByRole("main").getByLabel("Password", { exact: true }).fill(NEXT_PASSWORD);
    await page.getByLabel("Password Confirmation").fill(NEXT_PASSWORD);
    await page.getByRole("button", { name: "Save Password" }).click();
    await page.getByText("Your password has been changed. Log in with it.").waitFor();
    await fillLogin(page, PASSWORD, email);
    await page.getByText("These credentials do not match our records.").first().waitFor();
    await fillLogin(page, NEXT_PASSWORD, email);
    await page.waitForURL("**/tasks");
  });

  async function loggedIn(script: boolean, who: string): Promise<Page> {
    const page = await visitor({ javaScript: script });
    await page.goto("/login");
    await fillLogin(page, PASSWORD, who);
    await page.waitForURL("**/tasks");
    return page;
  }
});

test("Customers add a passkey, log in with it from anywhere in its browser, and remove it", async () => {
  const page = await aPageAtLocalhost();
  await logIn(page, "customer2");
  await page.goto("/user/security");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("What do you call it?").fill("Work laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Added. You can log in with this passkey now.").waitFor();
  await page.getByRole("region", { name: "Ways to log in" }).getByText("not used yet").waitFor();

  await page.context().clearCookies();
  await page.goto("/login?redirectTo=%2Fkeys");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL("**/keys");

  await page.goto("/user/security");
  await hydrated(page);
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Removed. You can no longer log in with it").waitFor();
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.getByRole("heading", { name: "Log in with a passkey" }).waitFor();
  await page.getByText("This passkey did not log you in.").waitFor();
});

/** Passkeys need a host name; the browser has an authenticator that asks nobody. */
async function aPageAtLocalhost(): Promise<Page> {
  const page = await visitor({ origin: inject("origin").replace("127.0.0.1", "localhost") });
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const kind = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;
  const options = { ...kind, isUserVerified: true, automaticPresenceSimulation: true };
  await browser.send("WebAuthn.addVirtualAuthenticator", { options });
  return page;
}

/** Opens the newest link of that kind in the demo's mailbox. */
async function openMail(page: Page, email: string, link: string): Promise<void> {
  await page.goto("/mailbox");
  const mail = page.getByRole("listitem").filter({ hasText: `To ${email}` });
  // The opened page may lead on at once, so its address is awaited from before the click.
  const opened = page.waitForURL(`**${link}**`, { waitUntil: "commit" });
  await mail.locator(`a[href*="${link}"]`).first().click();
  await opened;
}

async function prove(page: Page, code: string): Promise<void> {
  const form = page.getByRole("main");
  await form.getByLabel("Code").fill(code);
  await form.getByRole("button", { name: "Log in" }).click();
}

async function turnOff(page: Page): Promise<void> {
  await opener(page, "Turn off").click();
  const panel = page.locator("dialog[open], details[open]").last();
  await panel.getByLabel("Password").fill(PASSWORD);
  await panel.getByRole("button", { name: "Turn off" }).last().click();
  await page.getByText("Two-factor is off.").waitFor();
}

function codeAt(secret: string, atMs = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
}
