import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { openConnected } from "./support/connected";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";
import { opener } from "./support/popup";
import { until } from "../support/until";

const { visitor } = useBrowser();
let sections = 0;

/** A section created for the test, with one topic, open in the editor. */
async function openNewSection(page: Page, javaScript = true): Promise<string> {
  const title = `Section ${process.pid}-${(sections += 1)}`;
  await logIn(page, "operator");
  await page.goto("/dashboard/faq");
  await page.getByLabel("Title of a new section").fill(title);
  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  if (javaScript) await hydrated(page);
  return title;
}

const state = (page: Page, text: string) =>
  page
    .getByRole("form", { name: "Section" })
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${text}`) });
const answerField = (page: Page) => page.getByRole("form", { name: "Section" }).getByLabel("Answer");

/** Topics with text start closed. */
const openTopic = async (page: Page, question: string) =>
  await page.getByRole("form", { name: "Section" }).locator("summary", { hasText: question }).click();

async function addTopic(page: Page, question: string, answer: string): Promise<void> {
  await page.getByRole("button", { name: "Add topic" }).click();
  await page.getByRole("form", { name: "Section" }).getByLabel("Question").last().fill(question);
  await answerField(page).last().fill(answer);
}

test("Operators can write: text is saved automatically, previewed as visitors see it, and deleted text stays in the history", async () => {
  const page = await visitor();
  await openNewSection(page);
  await addTopic(page, "Where is it?", "In **Frankfurt**.");
  await state(page, "Saved").waitFor();
  await page.getByRole("button", { name: "Preview: Where is it?" }).click();
  expect(await page.getByRole("region", { name: "Preview" }).locator("strong").textContent()).toBe("Frankfurt");
  await page.goto("/faq?q=Frankfurt");
  expect(await page.getByText("Where is it?").count()).toBe(1);
  await page.goBack();
  await hydrated(page);
  await openTopic(page, "Where is it?");
  await page.getByRole("button", { name: "Delete topic: Where is it?" }).click();
  // The page is left before the pause is over.
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("heading", { name: /^History of/ }).waitFor();
  await until("the deletion in the history", async () => {
    await page.reload();
    return (await page.locator("del", { hasText: "Frankfurt" }).count()) > 0;
  });
});

test("A lost connection and a lost answer lose no word, and a page with unsaved words asks before it closes", async () => {
  const page = await visitor();
  const title = await openNewSection(page);
  await addTopic(page, "Is it kept?", "Yes");
  await state(page, "Saved").waitFor();

  await page.route("**/faq/save", (route) => route.abort());
  await answerField(page).fill("Written while the network was away.");
  await state(page, "Not saved: The service did not answer").waitFor();
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  expect(await answerField(page).inputValue()).toBe("Written while the network was away.");

  // The server stored it and was killed before it could respond.
  await page.unroute("**/faq/save");
  await page.route("**/faq/save", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await answerField(page).fill("Stored, but the answer was lost.");
  await state(page, "Not saved: The service did not answer").waitFor();
  await page.unroute("**/faq/save");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await state(page, "Saved").waitFor();
  await page.reload();
  await openTopic(page, "Is it kept?");
  expect(await answerField(page).inputValue()).toBe("Stored, but the answer was lost.");
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("heading", { name: `History of ${title}` }).waitFor();
  expect(await page.getByText("Stored, but the answer was lost.").count()).toBeGreaterThan(0);
});

test("Of two editors the second is warned, sees both texts, and loses nothing", async () => {
  const first = await visitor();
  await openNewSection(first);
  await addTopic(first, "Whose?", "Nobody's");
  await state(first, "Saved").waitFor();
  const second = await first.context().newPage();
  // If it read the text only when its socket connects, the conflict would be no surprise.
  await openConnected(second, first.url());
  await openTopic(second, "Whose?");

  await answerField(first).fill("Words of the first");
  await state(first, "Saved").waitFor();
  await answerField(second).fill("Words of the second");
  const both = second.getByRole("region", { name: "Two texts" });
  await both.waitFor();
  expect(await both.locator("del", { hasText: "first" }).count()).toBeGreaterThan(0);
  expect(await both.locator("ins", { hasText: "second" }).count()).toBeGreaterThan(0);
  await both.getByRole("button", { name: "Take theirs" }).click();
  expect(await answerField(second).inputValue()).toBe("Words of the first");
  await answerField(second).fill("Words of the second");
  await state(second, "Saved").waitFor();

  await answerField(first).fill("The first once more");
  await first.getByRole("region", { name: "Two texts" }).waitFor();
  await answerField(first).fill("Merged by hand");
  await first.getByRole("button", { name: "Keep mine" }).click();
  await state(first, "Saved").waitFor();
  await first.reload();
  await openTopic(first, "Whose?");
  expect(await answerField(first).inputValue()).toBe("Merged by hand");
});

test("Without script every button works: save, preview, topics, delete, undo, restore", async () => {
  const page = await visitor({ javaScript: false });
  const title = await openNewSection(page, false);
  const form = page.getByRole("form", { name: "Section" });
  await form.getByRole("button", { name: "Add topic" }).click();
  await form.getByLabel("Question").fill("Which?");
  await form.getByLabel("Answer").fill("**This** one.");
  await form.getByRole("button", { name: "Preview" }).click();
  expect(await page.getByRole("region", { name: "Preview" }).locator("strong").textContent()).toBe("This");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await openTopic(page, "Which?");
  await form.getByLabel("Answer").fill("**That** one.");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "History" }).click();
  await page.locator("ins", { hasText: "That" }).waitFor();
  await page.getByRole("link", { name: "3: Saved" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await openTopic(page, "Which?");
  expect(await form.getByLabel("Answer").inputValue()).toBe("**This** one.");
  await opener(page, `Delete ${title}`).click();
  await page.getByRole("button", { name: "Delete section", exact: true }).click();
  await page.getByRole("button", { name: `Undo: ${title}` }).click();
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
});
