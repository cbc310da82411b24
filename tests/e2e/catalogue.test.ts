import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Page } from "playwright";
import pg from "pg";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { databaseUrlOf } from "./support/launch-product";
import { logIn } from "./support/people";
import { opener } from "./support/popup";

/** A separate GPU type, which no task uses; it is removed afterwards. */
const TYPE = "e2e-price";
const { visitor } = useBrowser();

async function ask(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(inject("dataDir")) });
  await client.connect();
  try {
    await client.query(statement, [TYPE]);
  } finally {
    await client.end();
  }
}

beforeAll(async () => await ask(`insert into price (gpu_type, pph_cents) values ($1, 100)`));
afterAll(async () => {
  await ask(`delete from price_change where gpu_type = $1`);
  await ask(`delete from price where gpu_type = $1`);
});

const priceIn = (page: Page) =>
  page
    .getByRole("table", { name: "GPU types" })
    .getByRole("row", { name: new RegExp(TYPE) })
    .getByRole("cell")
    .nth(1);
const changes = (page: Page) =>
  page.getByRole("table", { name: "Prices over time" }).getByRole("row", { name: new RegExp(TYPE) });

/** Fills in the price popup and sends it. */
async function askFor(page: Page, cents: string, from = ""): Promise<void> {
  await opener(page, `Price: ${TYPE}`).click();
  const form = page.locator("form", { has: page.locator(`#set-price-${TYPE}-pph`) });
  await form.getByLabel("Cents per GPU-hour").fill(cents);
  if (from) await form.getByLabel("From, UTC").fill(from);
  await form.getByRole("button", { name: "Save" }).click();
}

test.each([true, false])(
  "Admins see a price's effect before they set it, and plan and withdraw one (javaScript: %j)",
  async (javaScript) => {
    const page = await visitor({ javaScript });
    await logIn(page, "admin");
    await page.goto("/dashboard/catalogue");
    if (javaScript) await hydrated(page);
    const before = (await priceIn(page).textContent()) ?? "";
    const cents = javaScript ? "110" : "120";

    await askFor(page, cents);
    await page.getByText("Running tasks are unaffected: 0 tasks of this type keep their price.").waitFor();
    await page.getByText("It applies at once.").waitFor();
    // Showing the question has changed nothing.
    expect(await priceIn(page).textContent()).toBe(before);
    await page.getByRole("button", { name: "Set this price" }).click();
    const now = `$1.${cents.slice(1)}`;
    await page.getByText(`${TYPE} costs ${now} per GPU-hour now.`).first().waitFor();
    expect(await priceIn(page).textContent()).toContain(now);

    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await askFor(page, "150", `${day}T08:30`);
    await page.getByText(`It applies from ${day} 08:30 UTC on, and can be withdrawn until then.`).waitFor();
    await page.getByRole("button", { name: "Plan this price" }).click();
    await changes(page).filter({ hasText: "planned" }).waitFor();
    expect(await priceIn(page).textContent()).toContain(now);
    await page.getByRole("button", { name: `Withdraw the planned price of ${TYPE}` }).click();
    await page.getByText(`The planned price of ${TYPE} is withdrawn.`).first().waitFor();
    expect(await changes(page).filter({ hasText: "planned" }).count()).toBe(0);
  },
);

test.each([true, false])(
  "Admins see the effect of a model's price before they set it, and plan and withdraw one (javaScript: %j)",
  async (javaScript) => {
    const page = await visitor({ javaScript });
    await logIn(page, "admin");
    await page.goto("/dashboard/catalogue");
    if (javaScript) await hydrated(page);
    const model = `e2e/model_${javaScript ? "script" : "plain"}.1`;
    const rows = page.getByRole("table", { name: "Model prices", exact: true }).getByRole("row", { name: model });
    const coins = async () =>
      (await rows.filter({ hasText: "present" }).getByRole("cell").allTextContents()).slice(1, 5);
    const ask = async (fields: Record<string, string>, button: string) => {
      await opener(page, button).click();
      const form = page.locator("form:visible", { has: page.getByLabel("Cache creation") });
      for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
      await form.getByRole("button", { name: "Save" }).click();
    };

    // An invalid figure is shown at its field, and the typed text stays.
    await ask({ Model: model, Prompt: "much" }, "New model price");
    const wrong = page.locator("form:visible").getByLabel("Prompt", { exact: true });
    await expect.poll(async () => await wrong.getAttribute("aria-invalid")).toBe("true");
    expect([
      await wrong.inputValue(),
      await page.locator("form:visible").getByLabel("Model", { exact: true }).inputValue(),
    ]).toEqual(["much", model]);
    await page.goto("/dashboard/catalogue");
    if (javaScript) await hydrated(page);

    await ask({ Model: model, Prompt: "1500", Generated: "6000", "Cache read": "150" }, "New model price");
    await page.getByText("prompt 1,500, generated 6,000, cache read 150, cache creation 0.").waitFor();
    await page.getByText("No tokens of this model were used in the last 30 days.").waitFor();
    // Showing the question has changed nothing.
    expect(await rows.count()).toBe(0);
    await page.getByRole("button", { name: "Set this price" }).click();
    await page.getByText(`${model} has its price from now on.`).first().waitFor();
    expect(await coins()).toEqual(["1,500", "6,000", "150", "0"]);

    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    if (javaScript) await hydrated(page);
    await ask({ Prompt: "2000", "From, UTC": `${day}T08:30` }, `Price: ${model}`);
    await page.getByText(`It applies from ${day} 08:30 UTC on, and can be withdrawn until shortly before.`).waitFor();
    await page.getByRole("button", { name: "Plan this price" }).click();
    await rows.filter({ hasText: "planned" }).waitFor();
    expect(await coins()).toEqual(["1,500", "6,000", "150", "0"]);
    await page.getByRole("button", { name: `Withdraw the planned price of ${model}` }).click();
    await page.getByText(`The planned price of ${model} is withdrawn.`).first().waitFor();
    expect(await rows.filter({ hasText: "planned" }).count()).toBe(0);
  },
);
