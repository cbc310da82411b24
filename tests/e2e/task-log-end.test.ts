import type { Page, Response } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { call, endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { openConnected } from "./support/connected";
import { logIn, showApiKey } from "./support/people";
import { type KeyPair, makeKeyPair } from "./support/ssh";
import { RunningTask } from "./support/task";

const { visitor } = useBrowser();
const QUESTION = /\/logs\?after_seq/;
let key: string;
let pair: KeyPair;

beforeAll(async () => {
  const page = await visitor();
  await logIn(page, "customer");
  key = await showApiKey(page);
  await endTasks(key);
  pair = await makeKeyPair();
  const body = { ssh_public_key: pair.publicKey };
  await call("/v1/ssh-public-key-upload", { key, method: "POST", body });
});

describe("Customers miss nothing of the log of a task that ends", () => {
  test("while they follow it", async () => {
    const { task, page } = await openNewTask("ends-followed");
    const log = page.getByRole("log");
    // The answer with the last lines is on its way while the task ends.
    const release = await holdLog(page);
    await task.write("echo last words", "last words");
    await end(task, page);
    release();
    await log.getByText("last words").waitFor();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor({ state: "detached" });
  });

  test("while they have paused it", async () => {
    const { task, page } = await openNewTask("ends-paused");
    const log = page.getByRole("log");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await task.write("echo last words", "last words");
    const asked = page.waitForResponse(saysNothingMore);
    await end(task, page);
    await asked;
    expect(await log.getByText("last words").count()).toBe(0);
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await log.getByText("last words").waitFor();
  });
});

async function openNewTask(name: string): Promise<{ task: RunningTask; page: Page }> {
  const task = await RunningTask.start(name, { key, pair });
  await task.write("echo first words", "first words");
  const page = await visitor();
  await logIn(page, "customer");
  await openConnected(page, `/tasks/${task.job.resv_guid}?tab=logs`);
  await page.getByRole("log").getByText("first words").waitFor();
  return { task, page };
}

/** Ends the task and waits until the page shows it. */
async function end(task: RunningTask, page: Page): Promise<void> {
  await task.delete();
  await page.getByRole("button", { name: `Kill ${task.job.task_name}` }).waitFor({ state: "detached" });
}

/** Holds back the page's requests for more of a log until the returned function is called. */
async function holdLog(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(QUESTION, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function saysNothingMore(answer: Response): Promise<boolean> {
  if (!QUESTION.test(answer.url())) return false;
  return ((await answer.json()) as { lines: unknown[] }).lines.length === 0;
}
