import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";
import { seriousViolations } from "./support/screen-checks";
import { opener } from "./support/popup";

const { visitor } = useBrowser();
const PATH = "/dashboard/workspaces";

async function openForm(page: Page, javaScript = true): Promise<void> {
  await logIn(page, "admin");
  await page.goto(PATH);
  if (javaScript) await hydrated(page);
  await opener(page, "Create workspace").click();
}

/** The panel of a popup, with or without the script. */
const panelOf = (page: Page) => page.locator("dialog[open], details[open] > .popup-panel").last();

describe.each([
  { how: "with the script", javaScript: true, name: "script-team" },
  { how: "without JavaScript", javaScript: false, name: "plain-team" },
])("Workspaces, $how", ({ javaScript, name }) => {
  test("53: an admin creates one, sees its tokens once, deletes it after a question and undoes that", async () => {
    const page = await visitor({ javaScript });
    await openForm(page, javaScript);
    const form = panelOf(page);
    await form.getByLabel("Name").fill(` ${name.toUpperCase()} `);
    await form.getByLabel("Users").fill("250");
    const email = form.getByLabel("Email of the owner");
    await email.fill("nobody@people.example");
    await form.getByRole("button", { name: "Get" }).click();
    await page.getByText("No user with this email.").first().waitFor();
    expect(await email.inputValue()).toBe("nobody@people.example");
    await email.fill("customer@millrace.example");
    await form.getByRole("button", { name: "Get" }).click();
    const token = form.getByLabel("Inference token");
    await expect.poll(() => token.inputValue()).toMatch(/^mr_[\w-]{43}$/);
    const inferenceToken = await token.inputValue();
    expect(await form.getByLabel("Users").inputValue()).toBe("250");
    await form.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: `Workspace ${name} created` }).waitFor();
    await page.getByText(inferenceToken).waitFor();
    const row = page.getByRole("row").filter({ hasText: name }).first();
    expect(await row.textContent()).toContain("1 of 100");
    expect(await row.textContent()).toContain(`mr_…${inferenceToken.slice(-4)}`);
    if (javaScript) {
      expect(await seriousViolations(page)).toEqual([]);
      await opener(page, "Create workspace").click();
      expect(await panelOf(page).getByLabel("Name").inputValue()).toBe("");
      await page.keyboard.press("Escape");
    }
    await page.goto(PATH);
    expect(await page.content()).not.toContain(inferenceToken);
    await opener(page, `Tokens of ${name}`).click();
    await panelOf(page).getByRole("button", { name: "Show" }).click();
    await page.getByText(inferenceToken).waitFor();

    await opener(page, `Delete ${name}`).click();
    await panelOf(page).getByText("Are you sure you want to delete this workspace?").waitFor();
    if (javaScript) {
      await page.keyboard.press("Escape");
      expect(await page.getByRole("link", { name, exact: true }).count()).toBe(1);
      await opener(page, `Delete ${name}`).click();
    }
    await panelOf(page).getByRole("button", { name: "Delete workspace" }).click();
    await page.getByText(`Workspace ${name} deleted.`).waitFor();
    expect(await page.getByRole("link", { name, exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: `Undo the deletion of ${name}` }).click();
    await page.getByRole("heading", { name: `Workspace ${name} is back` }).waitFor();
    await page.getByRole("link", { name, exact: true }).waitFor();
  });
});

test("52: without JavaScript 'Check' shows whether a name is taken, and keeps the typed text", async () => {
  const page = await visitor({ javaScript: false });
  await openForm(page, false);
  await panelOf(page).getByLabel("Name").fill("Datalab--7");
  await panelOf(page).getByLabel("Users").fill("9");
  await panelOf(page).getByRole("button", { name: "Check" }).click();
  await panelOf(page).getByText("Taken").waitFor();
  expect(await panelOf(page).getByLabel("Users").inputValue()).toBe("9");
});

test("52: a name is checked while it is typed: taken, free, empty, and a check that fails", async () => {
  const page = await visitor();
  await openForm(page);
  const form = panelOf(page);
  const [field, create] = [form.getByLabel("Name"), form.getByRole("button", { name: "Create", exact: true })];
  await field.pressSequentially("Data Lab-");
  expect(await field.inputValue()).toBe("datalab-");
  await form.getByText("Free").waitFor();
  expect(await create.isEnabled()).toBe(true);
  await field.pressSequentially("7");
  await form.getByText("Taken").waitFor();
  expect(await create.isDisabled()).toBe(true);
  await field.fill("");
  await expect.poll(() => create.isEnabled()).toBe(true);
  expect([await form.getByText("Taken").count(), await form.getByText("Free").count()]).toEqual([0, 0]);
  await create.click();
  await form.getByText("Enter a workspace name.").waitFor();

  // The first request is held back: text typed meanwhile is checked once, in its final form.
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/teams-name", async (route) => {
    asked.push((route.request().postDataJSON() as { name: string }).name);
    if (asked.length === 1) await held;
    if (asked.at(-1) === "broken") return await route.abort();
    await route.continue();
  });
  await field.pressSequentially("datalab-7");
  await expect.poll(() => asked).toEqual(["d"]);
  expect(await create.isDisabled()).toBe(true);
  release();
  await form.getByText("Taken").waitFor();
  expect(asked).toEqual(["d", "datalab-7"]);
  await field.fill("broken");
  await form.getByText("Could not be checked").waitFor();
  expect(await create.isDisabled()).toBe(true);
  await field.fill("data-");
  await field.blur();
  expect(await field.inputValue()).toBe("data");
});
