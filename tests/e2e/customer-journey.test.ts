import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { logIn, showApiKey } from "./support/people";
import { nameTask, rowOf, untilListed } from "./support/reserving";
import { type KeyPair, makeKeyPair, ssh } from "./support/ssh";
import { until } from "../support/until";

const { visitor } = useBrowser();

beforeAll(async () => {
  const page = await visitor();
  await logIn(page, "customer");
  await endTasks(await showApiKey(page));
});

describe.each([
  { how: "with the script", javaScript: true, taskName: "journey-scripted" },
  { how: "without JavaScript", javaScript: false, taskName: "journey-plain" },
])("Customers can rent a GPU and work on it over SSH, $how", ({ javaScript, taskName }) => {
  test("4, 13: from the login to the bill", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "customer");
    const key = await storeKey(page);
    await startTask(page, taskName);
    const address = await waitForAddress(page, taskName);
    await workOnTask(address, key);
    await page.goto("/tasks");
    await killTask(page, taskName);
    await readBill(page, taskName);
  });
});

test("The screens of a task and of all tasks update themselves while the script runs", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  await storeKey(page);
  await startTask(page, "journey-live");
  // Nothing is reloaded here: the states arrive as live events.
  await page
    .getByRole("main")
    .getByText(/^ssh -p \d+ root@/)
    .waitFor();
  await page.getByRole("link", { name: "Tasks", exact: true }).first().click();
  const row = rowOf(page, "journey-live");
  await row.getByText("running").waitFor();
  const [before] = await page.getByText(/^\$\d+\.\d\d$/).allTextContents();
  expect(before).toBeDefined();
  await killTask(page, "journey-live");
});

test("What changes while a task's screen is loading is not lost", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  await storeKey(page);
  const running = new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (/"journey-late".*"state":"running"/.test(String(payload))) resolve(true);
      }),
    );
  });
  // The screen's data are read at once, and arrive when the page has been told that the task runs.
  await page.route(/\/tasks\/[0-9a-f-]{36}\.data/, async (route) => {
    const read = await route.fetch();
    await running;
    await route.fulfill({ response: read });
  });
  await startTask(page, "journey-late");
  await page
    .getByRole("main")
    .getByText(/^ssh -p \d+ root@/)
    .waitFor();
  await endTasks(await showApiKey(page));
});

async function storeKey(page: Page): Promise<KeyPair> {
  const key = await makeKeyPair();
  await page.goto("/keys");
  await page.getByLabel("SSH Public Key").fill(key.publicKey);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your SSH key has been saved.").waitFor();
  return key;
}

async function startTask(page: Page, taskName: string): Promise<void> {
  await page.goto("/rent?new=1");
  await nameTask(page, taskName);
  await page.getByRole("button", { name: "Proceed" }).click();
  await page.getByText("Your job will start immediately").waitFor();
  await page.getByRole("button", { name: "Start Task" }).click();
  await page.waitForURL("**/tasks/*");
}

async function waitForAddress(page: Page, taskName: string): Promise<string> {
  return await until("the task to run and show its SSH address", async () => {
    // The page as served: the script creates the popup's content only when it is opened.
    const rows = (await (await page.request.get("/tasks")).text()).split("<tr");
    const match = /ssh -p (\d+) root@([\d.]+)/.exec(rows.find((row) => row.includes(taskName)) ?? "");
    return match ? `${match[2]}:${match[1]}` : null;
  });
}

async function workOnTask(address: string, key: KeyPair): Promise<void> {
  const hello = await ssh(address, key, "echo hello from $(whoami); exit 7");
  expect(hello).toMatchObject({ code: 7, out: "hello from root\n" });
  const stranger = await ssh(address, await makeKeyPair("stranger"), "true");
  expect(stranger.code).toBe(255);
  expect(stranger.err).toContain("Permission denied (publickey)");
}

async function killTask(page: Page, taskName: string): Promise<void> {
  const row = rowOf(page, taskName);
  await row.getByText("Kill", { exact: true }).first().click();
  await row.or(page.getByRole("dialog")).getByRole("button", { name: "Kill task" }).first().click();
  await page.getByText(`Task ${taskName} is being killed.`).waitFor();
  await untilListed(page, taskName, "killed");
}

async function readBill(page: Page, taskName: string): Promise<void> {
  await page.goto("/billing");
  await rowOf(page, taskName).getByText("Finished").waitFor();
}
