import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

const PASSWORD = "nine-slow-lanterns";

test.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])(
  "A user invited $how creates an account and joins by one form, and switches between team and own account",
  async ({ javaScript }) => {
    const email = `guest-${javaScript ? "script" : "plain"}@people.example`;
    const owner = await visitor({ javaScript });
    await logIn(owner, "customer2");
    await owner.goto("/user/team");
    await owner.locator("#invite-email").fill(email);
    await owner.locator("#invite-role").selectOption("viewer");
    await owner.getByRole("button", { name: "Send invitation" }).click();
    await owner.getByText(`An invitation is on its way to ${email}.`).waitFor();
    await owner.getByRole("button", { name: `Withdraw the invitation of ${email}` }).waitFor();

    const guest = await visitor({ javaScript });
    await openMail(guest, email, "/invitations/");
    await guest.getByRole("heading", { name: /^Join / }).waitFor();
    await joinByForm(guest, email);
    await guest.getByText(/Welcome to /).waitFor();

    // A viewer may look at the money and change nothing; PRO is at their own account.
    await guest.goto("/billing");
    await guest.getByText("you can see this page, but change nothing here").waitFor();
    expect(await guest.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
    await guest.goto("/subscription");
    await guest.getByText("This belongs to your own account, not to a team.").waitFor();

    await guest.goto("/user/team");
    await guest.getByRole("button", { name: /^Switch to guest-/ }).click();
    await guest.getByText(/Switched to guest-/).waitFor();
    await guest.goto("/user/team");
    await guest.getByText("Your role is owner.").waitFor();

    await owner.goto("/user/team");
    await owner.getByRole("row", { name: email }).getByRole("cell", { name: "Viewer", exact: true }).waitFor();
  },
);

async function joinByForm(page: Page, email: string): Promise<void> {
  const form = page.getByRole("main");
  const address = form.getByLabel("Email", { exact: true });
  expect([await address.inputValue(), await address.isEditable()]).toEqual([email, false]);
  await form.getByLabel("Name").fill("Guest of the Team");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Password Confirmation").fill(PASSWORD);
  await form.getByLabel(/I agree to the/).check();
  await form.getByRole("button", { name: "Create account and join" }).click();
}

/** Follows the link to that path in the newest mail to an address. */
async function openMail(page: Page, email: string, path: string): Promise<void> {
  await page.goto("/mailbox");
  const mail = page.getByRole("listitem").filter({ hasText: `To ${email}` });
  await mail.locator(`a[href*="${path}"]`).first().click();
  await page.waitForURL(`**${path}**`);
}
