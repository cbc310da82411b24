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

test.each([
  { how: "with the script", javaScript: true },
  { how: "by a browser without JavaScript", javaScript: false },
])(
  "an operator sends a file of past tasks $how; of one that cannot be read the faulty line is named",
  async (given) => {
    const page = await visitor(given);
    await logIn(page, "operator");
    const file = (name: string, content: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
    const send = async (name: string, content: string) => {
      await page.goto("/dashboard/rehearsal?new=1");
      if (given.javaScript) await hydrated(page);
      await page.getByText("Use a CSV file instead of these days").click();
      await page.getByLabel("File", { exact: true }).setInputFiles(file(name, content));
      await page.getByRole("button", { name: "Rehearse", exact: true }).click();
    };
    await send("wrong.csv", "when,who\n1,2\n");
    await page.getByText("Line 1 must be submit_s,run_s,gpus,tenant").first().waitFor();
    await send("past.csv", "submit_s,run_s,gpus,tenant\n0,3600,8,acme\n60,60,1,acme\n");
    await page.getByText(/past\.csv.*, 2 tasks on /).waitFor();
  },
);
