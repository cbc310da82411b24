import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { openConnected } from "./support/connected";
import { logIn } from "./support/people";

const { visitor } = useBrowser();
const FIELD = "Search users, tasks, nodes and payments";
const NODE = "ams2-a100-01";

test("Staff find a node by the search and open it, without JavaScript", async () => {
  const page = await visitor({ javaScript: false });
  await logIn(page, "support");
  await page.goto("/dashboard");
  const field = page.getByLabel(FIELD).first();
  await field.fill(NODE);
  await field.press("Enter");
  await page.getByRole("main").getByRole("link", { name: NODE }).click();
  expect(new URL(page.url()).pathname).toContain("/dashboard/nodes");
  await page.getByRole("article", { name: NODE }).waitFor();
});

test("Staff use keys: g and a letter, the search with its suggestions, the palette; single keys can be turned off", async () => {
  const page = await visitor();
  await page.addInitScript(() => {
    // A page that is always young: a letter may follow `g`, and not the page's beginning.
    const now = performance.now.bind(performance);
    performance.now = () => now() / 1000;
  });
  await logIn(page, "support");
  // The keys work once the page's effects have run, as its connection does.
  await openConnected(page, "/dashboard");
  const keys = async (...presses: string[]) => {
    for (const key of presses) await page.keyboard.press(key);
  };
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await keys("g", "s");
  await page.waitForURL("**/dashboard/scheduled");
  expect(asked.filter((url) => url.includes("/dashboard/alerts"))).toEqual([]);

  await keys("/");
  await page.keyboard.type(NODE);
  await page.getByRole("option", { name: NODE }).waitFor();
  await keys("ArrowDown", "Enter");
  await page.waitForURL("**/dashboard/nodes*");

  await keys("Control+k");
  await page.keyboard.type("nothing like this");
  const said = page.getByRole("dialog", { name: "Go to" }).getByRole("status");
  await said.getByText("Searching…").waitFor();
  await said.getByText("No results").waitFor();
  await keys("Control+a");
  await page.keyboard.type("free cap");
  await page.getByRole("option", { name: /^Free capacity/ }).waitFor();
  await keys("ArrowDown", "Enter");
  await page.waitForURL("**/dashboard/free");

  await keys("?");
  await page.getByRole("checkbox", { name: "Use single keys" }).uncheck();
  await keys("Escape", "g", "m", "/");
  await keys("Control+k");
  await page.getByRole("dialog", { name: "Go to" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/free");
});
