import pg from "pg";
import type { Page } from "playwright";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { databaseUrlOf } from "./support/launch-product";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

/** A source that no other test's users have. */
const JANUARY = "start_date=2001-01-01&end_date=2001-01-31";
const NAME = "<img src=x onerror=alert(1)> podcast";
const FAILED = "Error loading data. Please try again.";
const NO_FREE = "No data available for Free Users in the selected date range.";

beforeAll(async () => {
  const client = new pg.Client({ connectionString: databaseUrlOf(inject("dataDir")) });
  await client.connect();
  // Confirmed, since the hourly job removes old registrations that are not.
  await client.query(
    `with tenants as (insert into tenant (tenant_name) select 'source-' || n from generate_series(1, 15) n
       returning id, substr(tenant_name, 8)::int as n)
     insert into user_account (tenant_id, state, name, email, source, source_text, created_at, codify_subscription_status)
     select id, 'active', 'Source', 'source-' || n || '@people.example',
       case when n <= 6 then 'search' when n <= 11 then 'reddit' else 'other' end, case when n > 11 then $1 else '' end,
       '2001-01-15', 'active' from tenants`,
    [NAME],
  );
  await client.end();
});

describe("Sources with the script", () => {
  test("54: with only a start, both dates are sent and the note shows from; a failed call shows that in both areas", async () => {
    const page = await staffAt("/dashboard/sources");
    const asked = page.waitForRequest((request) => request.url().includes("get-marketing-sources"));
    await page.getByLabel("Start date").fill("2001-01-02");
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
      start_date: "2001-01-02",
      end_date: new Date().toISOString().slice(0, 10),
    });
    await page.getByText("Showing data from 02.01.2001", { exact: true }).waitFor();
    await page.waitForURL((url) => url.search === "?start_date=2001-01-02");
    // The next digit can still be typed.
    expect(await page.getByLabel("Start date").evaluate((field) => field === document.activeElement)).toBe(true);
    await page.route("**/dashboard/get-marketing-sources**", (route) => route.abort());
    await page.getByLabel("End date").fill("2001-01-31");
    await page.getByText(FAILED).nth(1).waitFor();
    expect(await page.getByText(FAILED).count()).toBe(2);
    await page.unroute("**/dashboard/get-marketing-sources**");
    const all = page.waitForRequest((request) => request.url().includes("get-marketing-sources"));
    await page.getByRole("link", { name: "Clear Filters" }).click();
    expect(new URL((await all).url()).search).toBe("");
    await page.waitForURL((url) => url.search === "");
    await page.getByText("Showing data").waitFor({ state: "detached" });
    await expect.poll(() => page.getByLabel("End date").inputValue()).toBe("");
  });

  test("54: a failed call is not undone by the page of the earlier request", async () => {
    const page = await staffAt("/dashboard/sources");
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/dashboard/sources.data**", async (route) => {
      await released;
      await route.continue();
    });
    await page.getByLabel("Start date").fill("2001-01-02");
    await page.getByText("Showing data from 02.01.2001", { exact: true }).waitFor();
    await page.route("**/dashboard/get-marketing-sources**", (route) => route.abort());
    await page.getByLabel("End date").fill("2001-01-31");
    await page.getByText(FAILED).nth(1).waitFor();
    release();
    await page.waitForURL((url) => url.search === "?start_date=2001-01-02");
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await page.getByText(FAILED).count()).toBe(2);
  });

  test("55, 56: with 6 a slice has a label, with 5 none; a name with HTML is text and runs nowhere", async () => {
    const page = await staffAt(`/dashboard/sources?${JANUARY}`);
    const pie = page.getByRole("figure", { name: "PRO Users by source" });
    await pie.locator("g.slicetext").first().waitFor();
    expect(await pie.locator("g.slicetext").allTextContents()).toEqual(["Search"]);
    expect(await pie.locator("g.slice").count()).toBe(3);
    expect(await rowsOf(page, "PRO Users")).toEqual([
      "Search 6 40.00%",
      "Reddit 5 33.33%",
      "Other 4 26.67%",
      "Total 15 100%",
    ]);
    expect(await rowsOf(page, "Other Sources Details")).toEqual([`${NAME} 4`]);
    expect(await page.locator("img[src=x]").count()).toBe(0);
  });
});

describe("Sources and Statistics without JavaScript", () => {
  test("54: dates are a form, either may be empty; a deleted user has a label; everything is a file, too", async () => {
    const page = await staffAt("/dashboard/sources", { javaScript: false });
    await page.getByLabel("End date").fill("2001-01-31");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("Showing data until 31.01.2001", { exact: true }).waitFor();
    await page.getByText(NO_FREE).waitFor();
    expect(await rowsOf(page, "PRO Users")).toContain("Total 15 100%");
    const file = await page.request.get(`/dashboard/sources?${JANUARY}&format=csv&table=pro`);
    expect((await file.text()).split("\r\n").at(-2)).toBe("Total,15,100%");
    await page.getByRole("link", { name: "Statistics" }).click();
    await page.waitForURL("**/dashboard/statistics**");
    await page.getByText("Showing data until 31.01.2001", { exact: true }).waitFor();
    expect(await rowsOf(page, "Users by source")).toContain("Total 0 15");
    expect(await rowsOf(page, "Funnel")).toContain("Registered 15 – –");
    await page.goto("/dashboard/statistics?start_date=2001-02-01&end_date=2001-01-01");
    await page.getByText("Send both dates as YYYY-MM-DD, the start not after the end.").waitFor();
    expect(await page.getByLabel("Start date").inputValue()).toBe("2001-02-01");
  });
});

async function staffAt(path: string, { javaScript = true } = {}): Promise<Page> {
  const page = await visitor({ javaScript });
  await logIn(page, "support");
  await page.goto(path);
  if (javaScript) await hydrated(page);
  return page;
}

/** The rows of a table whose count is not 0. */
async function rowsOf(page: Page, name: string): Promise<string[]> {
  const rows = page.getByRole("table", { name, exact: true }).locator("tbody tr");
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(" ")),
  );
  return texts.filter((text) => !/ 0 0\.00%$/.test(text));
}
