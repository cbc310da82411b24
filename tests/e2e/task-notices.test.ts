import type { Page } from "playwright";
import { expect, test } from "vitest";
import { until } from "../support/until";
import { call } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { becomeCustomer } from "./support/newcomer";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair } from "./support/ssh";
import { RunningTask } from "./support/task";

const { visitor } = useBrowser();
/** The page's uses of browser notifications. */
interface Noted {
  asked: number;
  shown: string[];
}

/** A new customer's page, on which browser notifications can be requested; on a phone no page can show any. */
async function open(email: string, { phone = false } = {}): Promise<{ page: Page; noted: () => Promise<Noted> }> {
  const page = await visitor();
  await page.addInitScript((isPhone) => {
    const noted: Noted = { asked: 0, shown: [] };
    Object.assign(window, { noted });
    class Notices {
      static get permission() {
        return localStorage.getItem("asked") === null ? "default" : "granted";
      }
      static requestPermission() {
        noted.asked += 1;
        localStorage.setItem("asked", "1");
        return Promise.resolve("granted");
      }
      constructor(title: string) {
        if (isPhone) throw new TypeError("Illegal constructor");
        noted.shown.push(title);
      }
    }
    Object.defineProperty(window, "Notification", { value: Notices });
  }, phone);
  await becomeCustomer(page, email);
  return { page, noted: () => page.evaluate(() => (window as unknown as { noted: Noted }).noted) };
}

test("Only a button asks a browser for permission, and its notification shows the cause of a task's unexpected end", async () => {
  const { page, noted } = await open("task-notices@people.example");
  const [key, pair] = [await showApiKey(page), await makeKeyPair()];
  await call("/v1/ssh-public-key-upload", { key, method: "POST", body: { ssh_public_key: pair.publicKey } });
  const task = await RunningTask.start("told-by-browser", { key, pair });
  await page.goto("/user/notifications");
  await hydrated(page);
  expect(await noted()).toEqual({ asked: 0, shown: [] });
  const asksForJobs = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/jobs");
  await page.getByRole("button", { name: "Notify in this browser" }).click();
  await page.getByText("This browser notifies you, as long as").waitFor();
  expect(await noted()).toEqual({ asked: 1, shown: ["This browser notifies you about your tasks"] });
  await asksForJobs;

  const admin = await visitor();
  await logIn(admin, "admin");
  const account = await page.locator("body").getAttribute("data-account");
  const body = { account, task_name: task.job.task_name };
  const answer = await call("/v1/delete", { key: await showApiKey(admin), method: "POST", body });
  expect(answer.json).toEqual({ retcode: "OK", human_readable_message: "Task told-by-browser is being killed." });
  await until("the notice", async () => (await noted()).shown.includes("Task told-by-browser was killed"));

  await page.getByRole("button", { name: "Stop notifying" }).click();
  await page.getByRole("button", { name: "Notify in this browser" }).waitFor();
});

test("A browser without notices for pages is not promised any", async () => {
  const { page, noted } = await open("task-notices-phone@people.example", { phone: true });
  await page.goto("/user/notifications");
  await hydrated(page);
  await page.getByRole("button", { name: "Notify in this browser" }).click();
  await page.getByText("This browser does not support notifications.").waitFor();
  expect(await noted()).toEqual({ asked: 1, shown: [] });
  await page.reload();
  await hydrated(page);
  await page.getByRole("button", { name: "Notify in this browser" }).waitFor();
});
