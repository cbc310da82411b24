import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";
import { opener } from "./support/popup";

const { visitor } = useBrowser();

test("the Search button turns while it searches, and is called Search again with the results", async () => {
  const page = await visitor();
  await logIn(page, "support");
  await page.goto("/dashboard/user-info");
  await hydrated(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/dashboard\/user-info(\.data)?\?/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel("Email or name").fill("customer2@");
  const button = page.getByRole("main").getByRole("button", { name: "Search" });
  const look = () =>
    button.evaluate((one) => {
      const { content, animationName } = getComputedStyle(one, "::after");
      return [one.getAttribute("aria-busy"), content, animationName];
    });
  await button.click();
  await expect.poll(look, { timeout: 30_000 }).toEqual(["true", '""', "spin"]);
  answer();
  await page.getByRole("row", { name: /customer2@/ }).waitFor();
  expect(await look()).toEqual([null, "none", "none"]);
});

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Support can find a user, $how", ({ javaScript }) => {
  test("by part of an email, and sees more below the row (scenario 51)", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "support");
    await page.goto("/dashboard/user-info");
    await page.getByLabel("Email or name").fill("CUSTOMER2@");
    await page.getByRole("button", { name: "Search" }).click();
    const row = page.getByRole("row", { name: /customer2@millrace\.example/ });
    await row.waitFor();
    const dates = await row.locator("time").allTextContents();
    expect(dates).toHaveLength(2);
    expect(dates[0]).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    expect(dates[1]).toBe(dates[0]);
    await row.getByRole("link", { name: "More about customer2@millrace.example" }).click();
    await page.getByText("codify_subscription_status").waitFor();
    expect(await page.getByRole("table", { name: "stats_current" }).count()).toBe(1);
    expect(await page.getByText("No client of the first protocol").count()).toBe(1);
    await page.getByLabel("Email or name").fill("nobody at all");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("No users found").waitFor();
  });

  test("in the lists, with a filter that can be removed, and sees the top users", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "support");
    await page.goto("/dashboard/users?role=support");
    const all = page.getByRole("region", { name: "All users" });
    await all.getByText("1 user", { exact: true }).waitFor();
    await all.getByRole("link", { name: "Remove the filter role support" }).click();
    await page.waitForURL((url) => !url.search.includes("role"));
    // The address changes before the page does, which closes popups.
    await all.getByText("1 user", { exact: true }).waitFor({ state: "detached" });
    await opener(page, "Top Paid Users").click();
    await page.getByRole("heading", { name: "Top users by coins" }).waitFor();
  });
});

test("Support sees users as a name is typed, and types on without losing the place", async () => {
  const page = await visitor();
  await logIn(page, "support");
  await page.goto("/dashboard/users");
  await hydrated(page);
  await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: "All users" }).click();
  const all = page.getByRole("region", { name: "All users" });
  const field = all.getByRole("searchbox", { name: "Search users" });
  await field.pressSequentially("customer2@");
  await page.waitForURL(/q=customer2%40/);
  await all.getByText("1 user", { exact: true }).waitFor();
  await field.pressSequentially("xyz");
  await all.getByText("No users found").waitFor();
  expect(await field.inputValue()).toBe("customer2@xyz");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});
