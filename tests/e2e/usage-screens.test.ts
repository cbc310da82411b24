import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { until } from "../support/until";
import { call } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";
import { seriousViolations } from "./support/screen-checks";
import { opener } from "./support/popup";

const { visitor } = useBrowser();
const KEY = /mr_[A-Za-z0-9_-]{43}/;

async function keyOn(page: Page): Promise<string> {
  const text = await page.getByText(KEY).first().textContent();
  return KEY.exec(text ?? "")?.[0] ?? "";
}

const event = (model: string) => ({
  ...{ key: randomUUID(), ts: Date.now() / 1000, model, user: "customer@millrace.example", kind: "chat" },
  ...{ calls: 7, prompt_tokens: 10, coins: 1 },
});
const send = async (key: string, model: string) =>
  (await call("/v1/usage", { key, method: "POST", body: { events: [event(model)] } })).json;

describe.each([
  { how: "with the script", javaScript: true, name: "Gateway script" },
  { how: "without JavaScript", javaScript: false, name: "Gateway plain" },
])("Sources of usage (A2), $how", ({ javaScript, name }) => {
  test("an admin creates one, sees its key once, replaces it and revokes it", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "admin");
    await page.goto("/dashboard/ingestion");
    if (javaScript) await hydrated(page);
    await opener(page, "New source").click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create source" }).click();
    await page.getByRole("heading", { name: `Source ${name} was made` }).waitFor();
    const first = await keyOn(page);
    if (javaScript) expect(await seriousViolations(page)).toEqual([]);
    await page.goto("/dashboard/ingestion");
    expect(await page.getByText(first).count()).toBe(0);
    if (javaScript) await hydrated(page);

    await opener(page, `New key of ${name}`).click();
    await page.getByRole("button", { name: "Create new key" }).locator("visible=true").click();
    await page.getByRole("heading", { name: `Source ${name} has a new key` }).waitFor();
    const second = await keyOn(page);
    for (const key of [first, second]) expect(await send(key, "code-7b")).toMatchObject({ accepted: 1 });

    await page.goto("/dashboard/ingestion");
    if (javaScript) await hydrated(page);
    await opener(page, `Revoke ${name}`).click();
    await page.getByRole("button", { name: "Revoke source" }).locator("visible=true").click();
    await page.getByText(`The keys of ${name} have ended.`).first().waitFor();
    expect(await send(second, "code-7b")).toMatchObject({ retcode: "ERROR" });
  });
});

test("API charts grow by the socket as events arrive, and by their path while it is cut", async () => {
  const page = await visitor();
  await logIn(page, "admin");
  await page.goto("/dashboard/ingestion");
  await hydrated(page);
  await opener(page, "New source").click();
  await page.getByLabel("Name", { exact: true }).fill("Charts");
  await page.getByRole("button", { name: "Create source" }).click();
  await page.getByRole("heading", { name: "Source Charts was made" }).waitFor();
  const key = await keyOn(page);
  const model = "live/chart_7b";
  await send(key, model);
  const total = async () =>
    (
      await page
        .getByRole("region", { name: `Points of ${model}` })
        .locator("tbody td:nth-child(2)")
        .allTextContents()
    )
      .map(Number)
      .reduce((sum, hits) => sum + hits, 0);

  let cut = false;
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    if (cut) return await socket.close();
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => socket.send(message));
  });
  await until("the charts", async () => {
    await page.goto(`/dashboard/api?range=60&model=${encodeURIComponent(model)}`);
    return (await page.getByText("Show as table").count()) > 1;
  });
  await hydrated(page);
  await page.getByText("Show as table").first().click();
  await expect.poll(total).toBe(7);
  await send(key, model);
  await expect.poll(total).toBe(14);
  expect(await seriousViolations(page)).toEqual([]);

  cut = true;
  await page.clock.install();
  await page.goto("/dashboard/api?range=60");
  await hydrated(page);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/dashboard/api-charts");
  // Sent only once the page knows that its socket is cut: it polls from then on.
  await page.clock.runFor(8_000);
  await page.getByText("Live updates are interrupted").waitFor();
  await page.clock.runFor(62_000);
  await asked;
});
