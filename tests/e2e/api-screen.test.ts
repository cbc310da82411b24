import { describe, expect, inject, test } from "vitest";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";

const { visitor } = useBrowser();
const KEY = /mr_[A-Za-z0-9_-]{43}/;
const BUTTON = "Show my key in the examples";

describe("The API screen", () => {
  test("shows a visitor every customer call, no staff call, and a link to the login", async () => {
    const page = await visitor({ javaScript: false });
    await page.goto("/api");
    for (const part of ["Capacity", "Tasks", "SSH keys", "Billing", "Cards", "Subscription", "Account"]) {
      await page.getByRole("link", { name: part, exact: true }).click();
      expect(await page.getByRole("heading", { level: 2, name: part }).count()).toBe(1);
    }
    expect(await page.getByRole("link", { name: "Nodes" }).count()).toBe(0);
    expect((await (await page.goto("/api?of=nodes"))?.text()) ?? "").not.toContain("/v1/drain");
    expect(await page.getByRole("button", { name: BUTTON }).count()).toBe(0);
    const login = page.getByRole("main").getByRole("link", { name: "Log in" });
    expect(await login.getAttribute("href")).toBe("/login?redirectTo=%2Fapi%3Fof%3Dtasks");
  });

  test("unfolds the call that the address names, loaded or followed", async () => {
    const page = await visitor();
    await page.goto("/api?of=tasks#post-v1-reserve");
    const call = page.locator("#post-v1-reserve");
    await call.getByText('-d \'{"task_name":"first try"').waitFor({ state: "visible" });
    expect(await call.innerText()).toContain(`${inject("origin")}/v1/reserve`);
    expect(await page.locator("#get-v1-jobs").isVisible()).toBe(false);
  });

  test.each([true, false])("fills in the own key on request, script %s, and stores it nowhere", async (javaScript) => {
    const page = await visitor({ javaScript });
    await logIn(page, "customer");
    const before = await page.goto("/api?of=tasks");
    expect(await before?.text()).not.toMatch(KEY);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: BUTTON }).click();
    expect((await answered).headers()["cache-control"]).toBe("no-store");
    await page.getByText("The examples below now contain your key").waitFor();
    await page.locator("summary", { hasText: "/v1/jobs" }).click();
    const call = await page.locator("#get-v1-jobs pre").first().innerText();
    const key = KEY.exec(call)?.[0] ?? "";
    const url = `${inject("origin")}/v1/money`;
    expect((await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
    const after = await page.goto("/api?of=tasks");
    expect(await after?.text()).not.toMatch(KEY);
  });

  test("shows staff the calls for staff", async () => {
    const page = await visitor({ javaScript: false });
    await logIn(page, "operator");
    await page.goto("/api?of=nodes");
    await page.locator("summary", { hasText: "/v1/drain" }).click();
    expect(await page.locator("#post-v1-drain").innerText()).toContain(
      "staff with the right fleet.act (Run the fleet)",
    );
  });
});
