import type { Page } from "playwright";
import { expect } from "vitest";
import { until } from "../../support/until";
import type { Job } from "./api";
import { logIn } from "./people";
import { makeKeyPair } from "./ssh";

/** Logs the customer in on that page and stores a key that only this customer has. */
export async function aCustomerWithKey(page: Page): Promise<Page> {
  await logIn(page, "customer");
  const { publicKey } = await makeKeyPair();
  await page.goto("/keys");
  await page.getByRole("textbox", { name: "SSH Public Key" }).fill(publicKey);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your SSH key has been saved.").waitFor();
  return page;
}

/** The choices of the form on Rent. */
export async function chosen(page: Page): Promise<{ gpus: string; agent: string }> {
  return { gpus: await valueOf(page, "gpu_min"), agent: await page.getByLabel("Agent").inputValue() };
}

/** The value of a field that is a row of radio buttons. */
export async function valueOf(page: Page, name: "row" | "gpu_min" | "network"): Promise<string> {
  return await page.locator(`input[name=${name}]:checked`).inputValue();
}

/** Chooses a radio button by its accessible name; its tile is what people see and click. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page
    .locator("label")
    .filter({ has: page.getByRole("radio", { name }) })
    .click();
}

export async function chooseGpus(page: Page, gpus: number): Promise<void> {
  await choose(page, new RegExp(`^${gpus} GPUs,`));
}

/** Opens the folded fields of the form: name, agent, end and tags. */
export async function unfold(page: Page): Promise<void> {
  if (!(await page.getByLabel("Task Name").isVisible())) await page.getByText("Name, stop rules and tags").click();
}

export async function nameTask(page: Page, name: string): Promise<void> {
  await unfold(page);
  await page.getByLabel("Task Name").fill(name);
}

export async function untilRunning(page: Page, name: string): Promise<void> {
  await untilListed(page, name, "running");
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
  // The next page would interrupt a form that is still being sent.
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await row.or(page.getByRole("dialog")).getByRole("button", { name: "Kill task" }).first().click();
  await answered;
  await untilListed(page, name, "killed");
}

/**
 * Waits for the state in JSON, and loads the list once: each load costs a browser a third of a second of processor
 * time.
 */
export async function untilListed(page: Page, name: string, state: string): Promise<void> {
  await until(`${name} to be ${state}`, async () => {
    const { jobs } = (await (await page.request.get("/v1/jobs")).json()) as { jobs: Job[] };
    // Found like the row below, because a name may have been completed.
    return jobs.some((job) => job.task_name.includes(name) && job.state === state);
  });
  await page.goto("/tasks");
  expect(await rowOf(page, name).textContent()).toContain(state);
}

export function rowOf(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}
