import { describe, expect, test } from "vitest";
import { until } from "../support/until";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Operators look at the money, $how", ({ javaScript }) => {
  test("an admin has it checked, and everything adds up", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "admin");
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Money" }).first().click();
    await page.getByRole("navigation", { name: "Money" }).getByRole("link", { name: "Money" }).click();
    await page.getByRole("heading", { name: "Money", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("The checks are running.").waitFor();
    await until("the results", async () => {
      // The screen follows by itself if a script runs, and every 60 s if not.
      if (!javaScript) await page.goto("/dashboard/money");
      return await page.getByText("Everything adds up.").isVisible();
    });
    const checks = page.getByRole("table", { name: "Checks" });
    // The checks of the money and the counts; model usage is only checked at night.
    await until("all of them", async () => {
      if (!javaScript) await page.goto("/dashboard/money");
      return (await checks.getByText("All well").count()) === 9;
    });
    const all = page.getByRole("row").filter({ hasText: "All accounts" });
    expect(await all.textContent()).toContain("$0.00");
  });

  test("support reads it and cannot have it checked", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "support");
    await page.goto("/dashboard/money");
    await page.getByRole("table", { name: "Accounts of the ledger" }).waitFor();
    expect(await page.getByRole("button", { name: "Check now" }).count()).toBe(0);
  });
});
