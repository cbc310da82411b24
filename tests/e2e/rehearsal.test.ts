import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";

const { visitor } = useBrowser();
/** From the dashboard to the answer. */
const CLICKS_MAX = 5;

test.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("an operator asks on the dashboard what two more nodes would do, $how", async ({ javaScript }) => {
  const page = await visitor({ javaScript });
  await logIn(page, "operator");
  await page.goto("/dashboard");
  if (javaScript) await hydrated(page);
  let clicks = 0;
  const click = async (role: "link" | "button", name: string) => {
    await page.getByRole(role, { name, exact: true }).first().click();
    clicks += 1;
  };
  await click("link", "Rehearsal");
  await page.getByRole("heading", { name: "Forecast" }).waitFor();
  await page.getByRole("heading", { name: "Advice" }).waitFor();
  await page.getByText(/^No advice|is being rehearsed|would have/).waitFor();
  await click("link", "New rehearsal");
  await page.getByRole("heading", { name: "New rehearsal" }).waitFor();
  await click("button", "Rehearse");
  // The page shows its progress, and reads itself again until the answer is there.
  await page.getByText(/^Two more nodes of \d+ would have/).waitFor();
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
  await page.getByRole("heading", { name: "Waits by size" }).waitFor();
  // The error of each figure, of each size and of each tenant.
  expect(await page.getByRole("columnheader", { name: "Error", exact: true }).count()).toBe(3);
  await page.getByText("What this cannot know").waitFor();
  await page.getByText("Delete", { exact: true }).click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await page.getByText(/is deleted\./).waitFor();
});
