import { expect, test } from "vitest";
import { until } from "../support/until";
import { call, endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair } from "./support/ssh";

const { visitor } = useBrowser();

test.each([{ javaScript: true }, { javaScript: false }])(
  "Operators move a waiting task up, write to its customer and end it, JavaScript: $javaScript",
  async ({ javaScript }) => {
    const customer = await visitor();
    await logIn(customer, "customer");
    const key = await showApiKey(customer);
    await endTasks(key);
    const { publicKey } = await makeKeyPair();
    await call("/v1/ssh-public-key-upload", { key, method: "POST", body: { ssh_public_key: publicKey } });
    // More than the cluster has, so that the last two wait.
    const names = ["one", "two", "three"].map((name) => `waits-${name}-${javaScript}`);
    for (const task_name of names) {
      const body = { task_name, gpu_type: "a5000", gpu_min: 32, enqueue: 1, agree: 1 };
      expect((await call("/v1/reserve", { key, method: "POST", body })).json["retcode"]).toBe("OK");
    }

    const page = await visitor({ javaScript });
    await logIn(page, "operator");
    const last = page.getByRole("row").filter({ hasText: `waits-three-${javaScript}` });
    const open = async () => {
      await page.goto("/dashboard/scheduled");
      if (javaScript) await hydrated(page);
      await last.getByRole("link", { name: /^Act/ }).click();
    };
    await open();
    await page.getByRole("button", { name: "Move up" }).click();
    await page.getByText("A reason has 1 to 200 characters.").waitFor();
    await page.getByLabel("Reason to move it up").fill("Promised for today");
    await page.getByRole("button", { name: "Move up" }).click();
    await page.getByText("is now at the front of its queue.").waitFor();
    await last.getByText("moved up").waitFor();
    await until("the scheduler to serve it first", async () => {
      if (!javaScript) await page.reload();
      return (await last.getByRole("cell").first().innerText()).endsWith("1");
    });

    await open();
    await page.getByLabel(/^Message to/).fill("It starts tonight.");
    await page.getByRole("button", { name: "Tell the customer" }).click();
    await page.getByText("is told, on screen and by mail.").waitFor();
    await customer.goto("/user/notifications");
    await customer.getByText(`About your task waits-three-${javaScript}: It starts tonight.`).first().waitFor();

    await open();
    await page.getByRole("button", { name: "End task" }).click();
    await page.getByText("was removed from the queue.").waitFor();
    await last.waitFor({ state: "detached" });
    await endTasks(key);
  },
);
