import { text } from "node:stream/consumers";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { logIn, showApiKey } from "./support/people";
import { seriousViolations } from "./support/screen-checks";
import { makeKeyPair } from "./support/ssh";
import { RunningTask } from "./support/task";

/** One running task for all tests of this file. */
const { visitor } = useBrowser();
const TASK = "looked-at";
let task: RunningTask;

beforeAll(async () => {
  const page = await visitor();
  await logIn(page, "customer");
  const key = await showApiKey(page);
  await endTasks(key);
  const pair = await makeKeyPair();
  await call("/v1/ssh-public-key-upload", { key, method: "POST", body: { ssh_public_key: pair.publicKey } });
  task = await RunningTask.start(TASK, { key, pair });
  await task.write("for i in $(seq 1 60); do echo epoch $i; done", "epoch 60");
});
afterAll(async () => await task.delete());

async function openTask(javaScript = true, width = 1280): Promise<Page> {
  const page = await visitor({ javaScript, width, colorScheme: width < 768 ? "dark" : "light" });
  await logIn(page, "customer");
  await page.goto(`/tasks/${task.job.resv_guid}`, javaScript ? { waitUntil: "networkidle" } : {});
  return page;
}

describe("Customers can read the log of a task", () => {
  test("as it grows, with Pause and Follow", async () => {
    const page = await openTask();
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

  test("and find text in it with the keyboard alone, without anything jumping", async () => {
    const page = await openTask();
    await page.getByRole("searchbox", { name: "Find in the log" }).focus();
    await page.keyboard.type("EPOCH 5");
    await page.getByText("11 matches").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("11 of 11").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("10 of 11").waitFor();
    expect(await page.getByRole("button", { name: "Follow" }).count()).toBe(1);
    await page.getByLabel("Only matching lines").press("Space");
    expect(await page.getByRole("log").locator("pre > span").count()).toBe(11);
  });

  test("without JavaScript: the last lines, a search, and all of it as a file", async () => {
    const page = await openTask(false);
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
  test("customers can ask the SSH doctor, who names the wrong user and finds nothing else", async () => {
    const page = await openTask(javaScript);
    const doctor = page.getByRole("region", { name: "SSH doctor" });
    await doctor.getByRole("button", { name: "Check now" }).click();
    await doctor.getByText("All that can be seen from here is in order.").waitFor();
    await doctor.getByLabel("User you log in as").fill("ubuntu");
    await doctor.getByRole("button", { name: "Check now" }).click();
    await doctor.getByText("One fault was found.").waitFor();
    await doctor.getByText(/^Use root: ssh -p \d+ root@/).waitFor();
    expect(await doctor.getByLabel("User you log in as").inputValue()).toBe("ubuntu");
  });
});

test("Customers can copy from the SSH popup with the keyboard alone", async () => {
  const page = await visitor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, "customer");
  await page.goto("/tasks", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: `SSH to ${TASK}` }).press("Enter");
  const popup = page.getByRole("dialog", { name: "Command Line" });
  await popup.getByText("Know the server: host key").press("Enter");
  expect(await seriousViolations(page)).toEqual([]);
  await popup.getByRole("button", { name: /^Copy .*known_hosts/ }).press("Enter");
  await popup.getByRole("button", { name: /^Copied .*known_hosts/ }).waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(/^\[127\.0\.0\.1\]:\d+ ssh-ed25519 [A-Za-z0-9+/]+=*$/);
  await page.keyboard.press("Escape");
  expect(await popup.count()).toBe(0);
});

test.each([1280, 390])("The screen of a task is accessible and in one column's width at %s px", async (width) => {
  const page = await openTask(true, width);
  await page.getByText("Show as table").click();
  await page.getByText("Know the server: host key").click();
  expect(await seriousViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
