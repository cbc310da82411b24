import type { Page } from "playwright";
import { until } from "../../support/until";
import { logIn } from "./people";
import { makeKeyPair } from "./ssh";

/** Logs the customer in on that page and stores a key that only it has. */
export async function aCustomerWithKey(page: Page): Promise<Page> {
  await logIn(page, "customer");
  const { publicKey } = await makeKeyPair();
  await page.goto("/keys");
  await page.getByRole("textbox", { name: "SSH Public Key" }).fill(publicKey);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your SSH key has been saved.").waitFor();
  return page;
}

export async function chosen(page: Page): Promise<{ gpus: string; agent: string }> {
  return {
    gpus: await page.getByLabel("GPUs", { exact: true }).inputValue(),
    agent: await page.getByLabel("Agent").inputValue(),
  };
}

export async function untilRunning(page: Page, name: string): Promise<void> {
  await until(`${name} to run`, async () => {
    await page.goto("/tasks");
    return (await rowOf(page, name).textContent())?.includes("running");
  });
}

export async function kill(page: Page, name: string): Promise<void> {
  const row = rowOf(page, name);
  const button = row.getByText("Kill", { exact: true }).first();
  await page.goto("/tasks");
  await button.waitFor().catch(async (error: unknown) => {
    throw new Error(`no Kill on a page that says: ${await page.locator("body").innerText()}`, {
      cause: error,
    });
  });
  await button.click();
  // The next page would cut off a form that is still on its way.
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await row.or(page.getByRole("dialog")).getByRole("button", { name: "Kill task" }).first().click();
  await answered;
  await until("the task to be shown as killed", async () => {
    await page.goto("/tasks");
    return (await rowOf(page, name).textContent())?.includes("killed");
  });
}

export function rowOf(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}
