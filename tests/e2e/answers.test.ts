import type { Page } from "playwright";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { until } from "../support/until";
import { anEd25519Line } from "../support/ssh-key";
import { useBrowser } from "./support/browser";
import { databaseUrlOf } from "./support/launch-product";
import { logIn, SECOND_CUSTOMER } from "./support/people";
import { opener } from "./support/popup";

const { visitor } = useBrowser();
const REFUSED_KEY = "This is not a valid SSH public key.";

describe.each([
  { how: "with the script", javaScript: true, mark: "scripted" },
  { how: "without JavaScript", javaScript: false, mark: "plain" },
])("Customers are answered, $how", ({ javaScript, mark }) => {
  async function at(path: string): Promise<Page> {
    const page = await visitor({ javaScript });
    await logIn(page, "customer2");
    await page.goto(path);
    return page;
  }

  test("by the SSH doctor on the screen of the keys", async () => {
    const page = await at("/keys");
    await page.getByLabel("Your public key or its fingerprint (optional)").fill("not a key");
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("faults were found; start with the first.").or(page.getByText("One fault")).waitFor();
    expect(await page.getByRole("heading", { name: "Stored keys" }).count()).toBe(1);
  });

  test("about the last form only: its answer replaces the one before", async () => {
    const page = await at("/keys");
    const send = async (text: string) => {
      await page.getByLabel("SSH Public Key").fill(text);
      await page.getByRole("button", { name: "Save" }).click();
    };
    await send("not a key at all");
    await page.getByText(REFUSED_KEY).waitFor();
    await send(anEd25519Line(`replaced-${mark}`));
    await page.getByText("Your SSH key has been saved.").waitFor();
    expect(await page.getByText(REFUSED_KEY).count()).toBe(0);
    await expect.poll(() => page.getByLabel("SSH Public Key").inputValue()).toBe("");
    await send("still not a key");
    await page.getByText(REFUSED_KEY).waitFor();
    expect(await page.getByText("Your SSH key has been saved.").count()).toBe(0);
  });

  test("in their popup, which stays open, and a wrong password is named", async () => {
    const page = await at("/user/security");
    await ageLogins(SECOND_CUSTOMER);
    await page.reload();
    await opener(page, "Show").click();
    const dialog = popup(page, "Show API key");
    await dialog.getByLabel("Password").fill("not-the-password");
    await dialog.getByRole("button", { name: "Show" }).click();
    await dialog.getByText("That password is wrong.").waitFor();
    expect(await page.getByText("That password is wrong.").count()).toBe(1);
    await dialog.getByLabel("Password").fill("millrace-demo");
    await dialog.getByRole("button", { name: "Show" }).click();
    await page.getByText(/mr_[A-Za-z0-9_-]{43}/).waitFor();

    await page.goto("/user");
    await opener(page.getByRole("main"), "Change Password").click();
    const change = popup(page, "Change Password");
    await change.getByLabel("Current Password").fill("millrace-demo");
    await change.getByLabel("Password", { exact: true }).fill("short");
    await change.getByLabel("Password Confirmation").fill("short");
    await change.getByRole("button", { name: "Save Password" }).click();
    await change.getByText("The password must have 10 to 128 characters").waitFor();
    expect(new URL(page.url()).pathname).toBe("/user");
  });
});

test("The first refused field has the cursor and shows its label below the header", async () => {
  const page = await visitor({ width: 390 });
  await logIn(page, "customer2");
  await page.goto("/settings");
  await page.getByLabel("Name").fill("");
  await page.getByRole("button", { name: "Update Settings" }).click();
  await page.getByText("A name of 1 to 100 characters is required.").waitFor();
  await until("the cursor to be in the field", async () =>
    page.getByLabel("Name").evaluate((field) => field === document.activeElement),
  );
  await until("its label to be below the header", async () => {
    const header = await page.getByRole("banner").boundingBox();
    const label = await page.getByText("Name", { exact: true }).boundingBox();
    return label && header && label.y > header.y + header.height - 1;
  });
});

test("An unknown user is a page of 404, for every address", async () => {
  const page = await visitor();
  await logIn(page, "support");
  for (const headers of [{ accept: "application/json" }, { accept: "*/*" }, { accept: "text/html" }]) {
    const answer = await page.request.get("/users/view/999999", { headers });
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain("This page does not exist.");
  }
});

/** The popup, which is a dialog only if the script runs. */
function popup(page: Page, title: string) {
  return page
    .locator("dialog[open], details[open] > .popup-panel")
    .filter({ has: page.getByRole("heading", { name: title }) });
}

/** Makes that user's logins older than the 15 minutes without a new password prompt. */
async function ageLogins(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(inject("dataDir")) });
  await client.connect();
  await client.query(
    `update session set login_at = now() - interval '20 minutes'
     where user_id = (select id from user_account where email = $1)`,
    [email],
  );
  await client.end();
}
