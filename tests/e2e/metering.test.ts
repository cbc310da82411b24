import pg from "pg";
import type { Page } from "playwright";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { BY_MODEL, BY_USER } from "~/usage/inside/sums/sums";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { databaseUrlOf } from "./support/launch-product";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

const HOSTILE = "<script>alert(1)</script>";
const USER = "meter-1@people.example";

/** Sums of thirty users and two models, one of them with a name that no intake would accept (scenario 56). */
beforeAll(async () => {
  const client = new pg.Client({ connectionString: databaseUrlOf(inject("dataDir")) });
  await client.connect();
  await client.query(`insert into usage_model (name) values ('meter-7b'), ('${HOSTILE}')`);
  await client.query(
    `with tenants as (insert into tenant (tenant_name) select 'meter-' || n from generate_series(1, 30) n
       returning id, substr(tenant_name, 7)::int as n)
     insert into user_account (tenant_id, name, email) select id, 'Meter', 'meter-' || n || '@people.example' from tenants`,
  );
  await client.query(
    `insert into usage_by_user (grain, at, user_id, tenant_id, model_id, events, calls, completed, failed, chat_events, agent_events,
       prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins)
     select grain, date_trunc(grain, now(), 'UTC'), u.id, u.tenant_id, m.id, 10, 12, 12, 0, 10, 0, 812000, 96000, 40000, 9000,
       4000000000
     from user_account u, usage_model m, unnest(array['day', 'month']) grain
     where u.email like 'meter-%' and m.name in ('meter-7b', '${HOSTILE}')`,
  );
  const { sums, maxes } = BY_MODEL;
  const known = Object.keys(BY_USER.sums);
  const figures = Object.keys(sums).map((name) => (known.includes(name) ? `sum(${name})` : "0"));
  await client.query(
    `insert into usage_by_model (grain, at, model_id, ${[...Object.keys(sums), ...Object.keys(maxes)].join(", ")})
     select grain, at, model_id, ${[...figures, ...Object.keys(maxes).map(() => "null::int")].join(", ")}
     from usage_by_user u join usage_model m on m.id = u.model_id where m.name in ('meter-7b', '${HOSTILE}') group by 1, 2, 3`,
  );
  await client.query(
    `insert into usage_user_window
     select u.id, ${Array.from({ length: 5 }, () => "20, 24, 8000000000").join(", ")} from user_account u
     where u.email like 'meter-%'`,
  );
  await client.end();
});

describe("Metering with the script", () => {
  test("every user has a bar by the whole email, by pages; a click anywhere in a row opens the detail", async () => {
    const page = await staffAt("/dashboard/metering?q=meter-");
    await hydrated(page);
    const figure = page.getByRole("figure", { name: "Coins by FREE user" });
    const names = () =>
      figure.locator("g.yaxislayer-above .ytick text, g.yaxislayer-below .ytick text").allTextContents();
    await expect.poll(async () => (await names()).length).toBe(25);
    const first = await names();
    const pages = page.getByRole("navigation", { name: "Pages of the bars of FREE" });
    await pages.getByRole("button", { name: "Next" }).click();
    await pages.getByText("Page 2 of 2").waitFor();
    await expect.poll(async () => (await names()).length).toBe(5);
    const all = Array.from({ length: 30 }, (_, index) => `meter-${index + 1}@people.example`);
    expect([...first, ...(await names())].toSorted()).toEqual(all.toSorted());
    await page.getByRole("row", { name: USER }).getByRole("cell").last().click();
    await page.getByRole("dialog", { name: USER }).waitFor();
  });

  test("a name opens the detail: per day, by model, counts of tokens; Escape and the button close it", async () => {
    const page = await staffAt("/dashboard/metering");
    await hydrated(page);
    await page.setViewportSize({ width: 1400, height: 800 });
    const dialog = page.getByRole("dialog", { name: USER });
    await page.getByRole("link", { name: USER }).click();
    await dialog.getByRole("figure", { name: "Coins per day by model" }).locator("svg.main-svg").first().waitFor();
    const box = await dialog.boundingBox();
    expect([box?.width, (box?.height ?? 0) <= 720]).toEqual([1000, true]);
    await dialog
      .getByRole("row", { name: /meter-7b/ })
      .getByText("4000.0M")
      .waitFor();
    await dialog.getByText(HOSTILE).first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: USER }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/dashboard/metering");
  });

  test("a detail whose route is still being discovered survives the socket's refetch", async () => {
    const page = await visitor();
    const [discovered, discover] = promised();
    const [connected, connect] = promised();
    await logIn(page, "support");
    await page.route("**/__manifest**", async (route) => {
      await discovered;
      await route.continue();
    });
    const [heard, hear] = promised();
    await page.routeWebSocket(/socket\.io/, async (socket) => {
      await connected;
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        socket.send(message);
        // Socket.IO's CONNECT: the page refetches as soon as it has it.
        if (String(message).startsWith("40")) hear();
      });
    });
    // The page may request it by itself, before the click.
    const asked = page.waitForRequest((request) => /__manifest.*user-metering/.test(request.url()));
    await page.goto("/dashboard/metering");
    await hydrated(page);
    await page.getByRole("link", { name: USER }).click();
    await asked;
    connect();
    await heard;
    discover();
    await page
      .getByRole("dialog", { name: USER })
      .getByRole("row", { name: /meter-7b/ })
      .waitFor();
  });

  test("the list follows the typed text, and shows when nobody is found", async () => {
    const page = await staffAt("/dashboard/metering");
    await hydrated(page);
    await page.getByRole("searchbox", { name: "Search users" }).fill("meter-2");
    await page.waitForURL((url) => url.searchParams.get("q") === "meter-2");
    await page.getByRole("link", { name: USER }).waitFor({ state: "detached" });
    await page.getByRole("searchbox", { name: "Search users" }).fill("nobody-at-all");
    await page.getByText("No metering found").waitFor();
  });

  test("56: models draw a hostile name as text, a click on a slice leads to its users", async () => {
    const page = await staffAt("/dashboard/models");
    let asked = false;
    page.on("dialog", () => (asked = true));
    const pie = page.getByRole("figure", { name: "Daily Stats: requests by model" });
    await pie.getByRole("row", { name: /alert/ }).waitFor();
    await pie.scrollIntoViewIfNeeded();
    // A slice of more than half has the hole in the middle of its box, where a pointer would hit nothing.
    await pie.locator("g.slice").first().dispatchEvent("click");
    await page.waitForURL((url) => url.pathname === "/dashboard/metering" && url.searchParams.has("model"));
    expect(asked).toBe(false);
  });
});

describe("Without the script", () => {
  test("metering leads to a user's own screen, models open their messages, the form finds a user", async () => {
    const page = await staffAt("/dashboard/metering", false);
    await page.getByRole("link", { name: USER }).click();
    await page.waitForURL((url) => url.pathname === `/dashboard/user-metering/${encodeURIComponent(USER)}`);
    await page
      .getByRole("row", { name: /meter-7b/ })
      .getByText("4000.0M")
      .waitFor();
    await page.goto("/dashboard/models");
    await page.getByRole("link", { name: "Open" }).click();
    await page.waitForURL((url) => url.searchParams.get("messages") === "1");
    await page.getByText("Average requests").first().waitFor();
    await page.goto("/dashboard/user-metering");
    await page.getByRole("textbox", { name: "User", exact: true }).fill("meter-2@people.example");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL((url) => url.pathname.endsWith("meter-2%40people.example"));
  });
});

async function staffAt(path: string, javaScript = true): Promise<Page> {
  const page = await visitor({ javaScript });
  await logIn(page, "support");
  await page.goto(path);
  return page;
}

function promised(): [Promise<void>, () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return [promise, resolve];
}
