import type { Page, Request } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/until";
import { call, endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { fillLogin, logIn, showApiKey } from "./support/people";
import { makeKeyPair } from "./support/ssh";
import { RunningTask } from "./support/task";

const { visitor } = useBrowser();
const INTERVALS_OF_TASKS = [
  ["/v1/jobs", 3000],
  ["/v1/highfreq", 3000],
  ["/v1/money", 30_000],
] as const;
let key: string;
let task: RunningTask;

beforeAll(async () => {
  const page = await visitor();
  await logIn(page, "customer");
  key = await showApiKey(page);
  await endTasks(key);
  const pair = await makeKeyPair();
  await call("/v1/ssh-public-key-upload", { key, method: "POST", body: { ssh_public_key: pair.publicKey } });
  task = await RunningTask.start("watched", { key, pair });
  return async () => await task.delete();
});

interface CutSocket {
  restore: () => void;
  /** Sends the page an event of /customer, as the worker does. */
  tell: (event: { entity: string; key: string; version: number; ts: number; data: unknown }) => void;
}

/** The page's socket: cut until it is restored. */
async function cutSocket(page: Page): Promise<CutSocket> {
  let cut = true;
  let tell: CutSocket["tell"] = () => {};
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    if (cut) return await socket.close();
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => socket.send(message));
    tell = (event) => socket.send(`42/customer,${JSON.stringify([event.entity, event])}`);
  });
  return { restore: () => (cut = false), tell: (event) => tell(event) };
}

interface Asked {
  path: string;
  /** Time by the page's own clock. */
  atMs: number;
}

/** Requests of the page's script to the documented paths, by its own clock, which the test may advance. */
async function watchQuestions(page: Page): Promise<() => Promise<Asked[]>> {
  await page.clock.install();
  await page.addInitScript(() => {
    const [ask, asked] = [window.fetch, [] as Asked[]];
    Object.assign(window, { asked, beganMs: Date.now() });
    window.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
      const { pathname: path } = new URL(input instanceof Request ? input.url : input, location.href);
      asked.push({ path, atMs: Date.now() });
      return await ask(input, init);
    }) as typeof fetch;
  });
  return () => page.evaluate(() => (window as unknown as { asked: Asked[] }).asked);
}

/**
 * Lists faults in the page's requests to documented paths, such as a second request before the answer, or a missing
 * header.
 */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  const open = new Map<string, number>();
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  page.on("request", (request) => {
    const path = pathOf(request);
    const xhr = request.headers()["x-requested-with"];
    if ((isAnswer(path) || path.endsWith(".data")) && xhr !== "XMLHttpRequest") faults.push(`no header: ${path}`);
    if (!isAnswer(path)) return;
    if ((open.get(path) ?? 0) > 0) faults.push(`asked twice: ${path}`);
    open.set(path, (open.get(path) ?? 0) + 1);
  });
  const closed = (request: Request) => open.set(pathOf(request), (open.get(pathOf(request)) ?? 1) - 1);
  page.on("requestfinished", closed);
  page.on("requestfailed", closed);
  return faults;
}

const isAnswer = (path: string) => /^\/(v1|billing)\//.test(path) && !path.endsWith(".data");

const of = (asked: Asked[], path: string) => asked.filter((one) => one.path === path);

/** The steps between two requests that are shorter than the interval. */
function tooEarly(asked: Asked[], path: string, everyMs: number): number[] {
  const times = of(asked, path).map((one) => one.atMs);
  return times.slice(1).flatMap((time, at) => {
    const step = time - (times[at] ?? 0);
    return step < everyMs ? [step] : [];
  });
}

describe("scenario 58: a page whose socket is cut (A27)", () => {
  test("polls tasks, load and balance at their intervals, and drops late answers when it is back", async () => {
    const page = await visitor();
    await logIn(page, "customer");
    const socket = await cutSocket(page);
    const faults = watchFaults(page);
    const asked = await watchQuestions(page);
    await page.goto("/tasks");
    const beginMs = await page.evaluate(() => (window as unknown as { beganMs: number }).beganMs);
    await until("two turns of tasks and load, one of the balance", async () => {
      const all = await asked();
      return of(all, "/v1/jobs").length > 1 && of(all, "/v1/highfreq").length > 1 && of(all, "/v1/money").length > 0;
    });
    const picture = page.getByRole("img", { name: "Load of watched" });
    await expect.poll(() => picture.getAttribute("src")).toMatch(/^data:image\/jpeg;base64,/);
    await page.clock.runFor(31_000);
    await until("the balance again", async () => of(await asked(), "/v1/money").length > 1);
    for (const [path, everyMs] of INTERVALS_OF_TASKS) {
      const all = await asked();
      expect([path, (of(all, path)[0]?.atMs ?? 0) - beginMs >= 5000]).toEqual([path, true]);
      expect([path, tooEarly(all, path, everyMs)]).toEqual([path, []]);
    }

    const refetched = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/tasks.data");
    socket.restore();
    await refetched;
    await page.getByText("Live updates are interrupted").waitFor({ state: "detached" });
    const { json } = await call("/v1/jobs", { key });
    const job = (json["jobs"] as { resv_guid: string; version: number }[])[0];
    const told = (version: number, task_name: string) => ({
      entity: "task",
      key: job?.resv_guid ?? "",
      version,
      ts: Math.floor(Date.now() / 1000),
      data: { ...job, task_name },
    });
    const { version = 0 } = job ?? {};
    socket.tell(told(version + 2, "newer-event"));
    await page.getByRole("link", { name: "newer-event" }).waitFor();
    socket.tell(told(version + 1, "late-event"));
    socket.tell(told(version + 3, "newest-event"));
    await page.getByRole("link", { name: "newest-event" }).waitFor();
    expect(await page.getByRole("link", { name: "late-event" }).count()).toBe(0);
    const before = (await asked()).filter(({ path }) => isAnswer(path)).length;
    await page.clock.runFor(8_000);
    expect((await asked()).filter(({ path }) => isAnswer(path))).toHaveLength(before);
    expect(faults).toEqual([]);
  });

  test("polls cards, tenant and movements on the billing screen, shows a refusal and stays", async () => {
    const page = await visitor();
    await logIn(page, "customer");
    await cutSocket(page);
    const faults = watchFaults(page);
    const asked = await watchQuestions(page);
    await page.goto("/billing");
    await hydrated(page);
    await page.getByRole("table", { name: "Balance Movements" }).waitFor();
    await page.route("**/v1/billing-short", (route) =>
      route.fulfill({
        status: 403,
        json: { retcode: "ERROR", human_readable_message: "You are not allowed to do this." },
      }),
    );
    await page.route("**/billing/method", (route) => route.abort());
    const at_ts = Math.floor(Date.now() / 1000);
    const charged = [{ resv_guid: task.job.resv_guid, pph: 95, seconds: 0, until_ts: null }];
    const figures = { dollars_est: 12.34, ongoing_pph: 95, dollars_pending: 0 };
    const tenant = { ...figures, at_ts, cents_before: 1234, charged };
    await page.route("**/billing/tenant", (route) => route.fulfill({ json: { retcode: "OK", tenant } }));
    await page.clock.runFor(6_000);
    await page.getByText("$12.34").first().waitFor();
    await page.clock.runFor(31_000);
    await page.getByText("You are not allowed to do this. (ERROR)").waitFor();
    expect(await page.getByRole("table", { name: "Balance Movements" }).count()).toBe(1);
    await page.unroute("**/v1/billing-short");
    await page.clock.runFor(31_000);
    await page.getByText("You are not allowed to do this. (ERROR)").waitFor({ state: "detached" });
    for (const path of ["/billing/method", "/billing/tenant", "/v1/billing-short"]) {
      expect([path, of(await asked(), path).length >= 2]).toEqual([path, true]);
      expect([path, tooEarly(await asked(), path, 30_000)]).toEqual([path, []]);
    }
    expect(faults).toEqual([]);
  });
});

describe("scenario 2: a refused login is shown at once (A25)", () => {
  test.each(["dropdown", "login screen"])(
    "in the %s, at the field until it is changed, and as a notice for 10 s",
    async (place) => {
      const page = await visitor();
      await page.goto(place === "dropdown" ? "/pricing" : "/login");
      await hydrated(page);
      await page.clock.install();
      if (place === "dropdown") await page.getByRole("banner").locator("summary", { hasText: "Log in" }).click();
      const form = place === "dropdown" ? page.getByRole("form", { name: "Log in" }) : page.getByRole("main");
      await form.getByLabel("Email").fill(`nobody-${place.length}@millrace.example`);
      await form.getByLabel("Password", { exact: true }).fill("wrong");
      // From here on only the test advances its clock: the machine's time would be added to it.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
      const asked = page.waitForRequest("**/ajaxlogin");
      await form.getByRole("button", { name: "Log in" }).click();
      const request = await asked;
      expect([request.method(), request.headers()["x-requested-with"]]).toEqual(["POST", "XMLHttpRequest"]);
      const message = "These credentials do not match our records.";
      const beside = form.getByText(message);
      const notice = page.getByRole("status").getByText(message);
      await Promise.all([beside.waitFor(), notice.waitFor()]);
      expect(await form.getByLabel("Email").inputValue()).toContain("nobody");
      await page.clock.runFor(9_000);
      expect([await beside.count(), await notice.count()]).toEqual([1, 1]);
      await page.clock.runFor(1_500);
      await notice.waitFor({ state: "detached" });
      expect(await beside.count()).toBe(1);
      await form.getByLabel("Password", { exact: true }).pressSequentially("x");
      await beside.waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe(place === "dropdown" ? "/pricing" : "/login");
    },
  );

  test("a successful one returns to the screen on which the dropdown was opened", async () => {
    const page = await visitor();
    await page.goto("/pricing?gpus=4");
    await hydrated(page);
    await page.getByRole("banner").locator("summary", { hasText: "Log in" }).click();
    await fillLogin(page, undefined, undefined, page.getByRole("form", { name: "Log in" }));
    await page.locator("body[data-logged-in]").waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/pricing?gpus=4");
  });
});
