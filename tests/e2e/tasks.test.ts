import { text } from "node:stream/consumers";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn, showApiKey } from "./support/people";
import { seriousViolations } from "./support/screen-checks";
import { makeKeyPair } from "./support/ssh";
import { RunningTask } from "./support/task";

/** One running task for all tests of this file. */
const { visitor } = useBrowser();
const TASK = "looked-at";
const PROGRAM =
  'Bun.serve({ port: 8888, fetch: () => new Response("<h1>Hello from the task</h1>", { headers: { "Content-Type": "text/html" } }) })';
let task: RunningTask;
let key: string;

beforeAll(async () => {
  const page = await visitor();
  await logIn(page, "customer");
  key = await showApiKey(page);
  await endTasks(key);
  const pair = await makeKeyPair();
  await call("/v1/ssh-public-key-upload", { key, method: "POST", body: { ssh_public_key: pair.publicKey } });
  task = await RunningTask.start(TASK, { key, pair });
  await task.write("for i in $(seq 1 60); do echo epoch $i; done", "epoch 60");
});
afterAll(async () => await task.delete());

async function openTask(tab: string, javaScript = true, width = 1280): Promise<Page> {
  const page = await visitor({ javaScript, width, colorScheme: width < 768 ? "dark" : "light" });
  await logIn(page, "customer");
  await page.goto(`/tasks/${task.job.resv_guid}?tab=${tab}`);
  if (javaScript) await hydrated(page);
  return page;
}

describe("Customers can read the log of a task", () => {
  test("live, with Pause and Follow", async () => {
    const page = await openTask("logs");
    const log = page.getByRole("log");
    await log.getByText("epoch 60", { exact: true }).waitFor();
    await task.write("echo while followed", "while followed");
    await log.getByText("while followed").waitFor();
    expect(await log.evaluate((box) => Math.round(box.scrollTop))).toBe(0);

    await page.getByRole("button", { name: "Pause" }).click();
    await task.write("echo while paused", "while paused");
    expect(await log.getByText("while paused").count()).toBe(0);
    await page.getByRole("button", { name: "Follow" }).click();
    await log.getByText("while paused").waitFor();
  });

  test("and search in it with the keyboard only, without anything jumping", async () => {
    const page = await openTask("logs");
    await page.getByRole("searchbox", { name: "Find in the log" }).focus();
    await page.keyboard.type("EPOCH 5");
    await page.getByText("11 matches").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("11 of 11").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("10 of 11").waitFor();
    expect(await page.getByRole("button", { name: "Follow" }).count()).toBe(1);
    await page.getByLabel("Only matching lines").press("Space");
    await expect.poll(() => page.getByRole("log").locator("pre > span").count()).toBe(11);
  });

  test("without JavaScript: the last lines, a search, and all of it as a file", async () => {
    const page = await openTask("logs", false);
    await page.getByRole("log").getByText("epoch 60", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Refresh" }).click();
    await page.getByRole("searchbox").fill("epoch 5");
    await page.getByLabel("Times").check();
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByText("11 matches").waitFor();
    expect(await page.getByRole("log").textContent()).toMatch(/\d\d:\d\d:\d\depoch 5/);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${TASK}.log`);
    expect(await text(await download.createReadStream())).toContain("epoch 1\nepoch 2\n");
  });
});

describe.each([{ javaScript: true }, { javaScript: false }])("With JavaScript: $javaScript", ({ javaScript }) => {
  test("customers can ask the SSH doctor, which names the wrong user and finds nothing else", async () => {
    const page = await openTask("connect", javaScript);
    const doctor = page.getByRole("region", { name: "SSH doctor" });
    await doctor.getByRole("button", { name: "Check now" }).click();
    await doctor.getByText("Everything that we can check works.").waitFor();
    await doctor.getByText("Check a user or a key too").click();
    await doctor.getByLabel("User you log in as").fill("ubuntu");
    await doctor.getByRole("button", { name: "Check now" }).click();
    await doctor.getByText("One fault was found.").waitFor();
    await doctor.getByText(/^Use root: ssh -p \d+ root@/).waitFor();
    expect(await doctor.getByLabel("User you log in as").inputValue()).toBe("ubuntu");
  });
});

test("Customers can copy from the SSH popup with the keyboard only", async () => {
  const page = await visitor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, "customer");
  await page.goto("/tasks");
  await hydrated(page);
  await page.getByRole("button", { name: `SSH to ${TASK}` }).press("Enter");
  const popup = page.getByRole("dialog", { name: "Command Line" });
  await popup.getByText("Host key of the server").press("Enter");
  expect(await seriousViolations(page)).toEqual([]);
  await popup.getByRole("button", { name: /^Copy .*known_hosts/ }).press("Enter");
  await popup.getByRole("button", { name: /^Copied .*known_hosts/ }).waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(/^\[127\.0\.0\.1\]:\d+ ssh-ed25519 [A-Za-z0-9+/]+=*$/);
  await page.keyboard.press("Escape");
  expect(await popup.count()).toBe(0);
});

test("The server's own lines are hidden in the log until they are requested", async () => {
  const page = await openTask("logs");
  const log = page.getByRole("log");
  await log.getByText("epoch 60", { exact: true }).waitFor();
  expect(await log.getByText(`task ${TASK} is ready`).count()).toBe(0);
  await page.getByLabel("Server's own lines").check();
  await log.getByText(`task ${TASK} is ready`).waitFor();
});

test("Customers can use a terminal in the page, and open a program started there by its port", async () => {
  const page = await openTask("connect");
  const terminal = page.getByRole("region", { name: "Terminal" });
  await terminal.getByRole("button", { name: "Open terminal" }).click();
  await terminal.getByText(`root@${TASK}:~#`).first().waitFor();
  await page.keyboard.type(`echo typ''ed; bun -e '${PROGRAM}' &\n`);
  await terminal.getByText("typed", { exact: true }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  const ports = page.getByRole("region", { name: "Ports" });
  await ports.getByLabel("Port of the task").fill("8888");
  await ports.getByRole("button", { name: "Open port" }).click();
  const link = ports.getByRole("link", { name: "Open port 8888 in a new tab" });
  const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await opened.getByRole("heading", { name: "Hello from the task" }).waitFor();
  expect(new URL(opened.url())).toMatchObject({ pathname: "/", search: "" });
  // The terminal stayed as it was throughout.
  await page.bringToFront();
  await terminal.getByRole("button", { name: "Close terminal" }).click();
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await page.getByText("web terminal closed").waitFor();
});

test.each([
  { width: 1280, rules: undefined },
  // Narrow and dark, only the contrast differs.
  { width: 390, rules: ["color-contrast"] },
])("Each tab of a task is accessible and in one column's width at $width px", async ({ width, rules }) => {
  const page = await openTask("overview", true, width);
  for (const [tab, part] of [
    ["Connect", "Command Line"],
    ["Logs", "Log"],
    ["Metrics", "Load"],
    ["Events", "Events"],
    ["Cost", "Cost by hour"],
    ["Overview", "Name and tags"],
  ] as const) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await page.getByRole("heading", { name: part, exact: true }).waitFor();
    const hidden = { Connect: "Host key of the server", Metrics: "Show as table" }[tab as string];
    if (hidden) await page.getByText(hidden).click();
    expect(await seriousViolations(page, rules)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([tab, overflow]).toEqual([tab, 0]);
  }
});

describe.each([{ javaScript: true }, { javaScript: false }])("With JavaScript: $javaScript", ({ javaScript }) => {
  test("customers can name a task, find it by its tag, and end several after one question", async () => {
    const names = [`ends-a-${javaScript}`, `ends-b-${javaScript}`];
    for (const task_name of names) {
      const body = { task_name, gpu_type: "a5000", gpu_min: 16, enqueue: 1, agree: 1 };
      expect((await call("/v1/reserve", { key, method: "POST", body })).json["retcode"]).toBe("OK");
    }
    const page = await openTask("overview", javaScript);
    await page.getByLabel("Display name").fill(`Looked at ${javaScript}`);
    await page.getByRole("textbox", { name: "Tags" }).fill("Tabs A");
    await page.getByRole("region", { name: "Name and tags" }).getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: `Looked at ${javaScript}` }).waitFor();
    await page.getByRole("link", { name: "tabs-a" }).click();
    await page.waitForURL(/tag=tabs-a/);
    // The address changes before the page does.
    await page.getByRole("row").filter({ hasText: "tabs-a" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);

    await page.goto(javaScript ? "/tasks" : "/tasks?find=1");
    if (javaScript) await hydrated(page);
    for (const name of names) await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
    await page.getByRole("button", { name: "Kill selected tasks" }).click();
    const question = page.getByRole("region", { name: "Kill 2 tasks?" });
    await question.waitFor();
    expect(await question.getByRole("row").count()).toBe(3);
    await page.getByRole("button", { name: "Kill 2 tasks" }).click();
    await page.getByText("2 tasks are being killed.").waitFor();
  });
});

test("A terminal's output stays readable when its task – that of all these tests – has ended; a phone has keys for it", async () => {
  const page = await visitor({ width: 390, touch: true });
  await logIn(page, "customer");
  await page.goto(`/tasks/${task.job.resv_guid}?tab=connect`);
  await hydrated(page);
  const terminal = page.getByRole("region", { name: "Terminal" });
  await terminal.getByRole("button", { name: "Open terminal" }).click();
  await terminal.getByText(`root@${TASK}:~#`).first().waitFor();
  await page.keyboard.type("sleep 600\n");
  await terminal.getByRole("button", { name: "Ctrl-C" }).tap();
  await terminal.getByText("^C").waitFor();
  await page.keyboard.type("echo last''words\n");
  await terminal.getByText("lastwords", { exact: true }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await task.delete();
  await page.getByText("It has ended, so nobody can log in any more.").waitFor();
  await terminal.getByText("The terminal was closed because the task or your login has ended.").waitFor();
  await terminal.getByText("lastwords", { exact: true }).waitFor();
  expect(await terminal.getByRole("button").count()).toBe(0);
});
