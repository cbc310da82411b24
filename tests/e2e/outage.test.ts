import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { openConnected } from "./support/connected";
import { logIn } from "./support/people";
import { hydrated } from "./support/hydrated";
import { nameTask } from "./support/reserving";

const { visitor } = useBrowser();

const INTERRUPTED = "Live updates are interrupted; figures refresh every few seconds";
const ANY_LOAD = (url: URL) => url.pathname.endsWith(".data");

test("a background load that fails keeps the page and the typed text, and is repeated", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  let failures = 0;
  // A name typed before the script arrives becomes a draft, which the script opens: a navigation, not a background load.
  await openConnected(page, "/rent?new=1");
  await nameTask(page, "typed-before");
  await page.route(ANY_LOAD, async (route) => {
    failures += 1;
    await (failures === 1 ? route.abort() : route.fulfill({ status: 503, body: "busy" }));
  });
  // The screen's own second load, 10 s after the page, fails twice; then the server is back.
  await expect.poll(() => failures).toBeGreaterThanOrEqual(2);
  const loaded = page.waitForResponse((response) => response.ok() && ANY_LOAD(new URL(response.url())));
  await page.unroute(ANY_LOAD);
  await loaded;
  expect(await page.getByLabel("Task Name").inputValue()).toBe("typed-before");
  expect(await page.getByText("Something went wrong").count()).toBe(0);
});

test("a navigation that fails shows the error page, which opens the page again", async () => {
  const page = await visitor();
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Free capacity" }).first().waitFor();
  await hydrated(page);
  await page.route(ANY_LOAD, (route) => route.abort());
  await page.getByRole("link", { name: "Free capacity" }).first().click();
  const again = page.getByRole("link", { name: "Open this page again" });
  await again.waitFor();
  await page.unroute(ANY_LOAD);
  await again.click();
  await page.getByRole("heading", { level: 1, name: /free/i }).waitFor();
});

test("a page shows that its socket is down, until it is back", async () => {
  const page = await visitor();
  let down = true;
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    if (down) await socket.close({ code: 1011 });
    else socket.connectToServer();
  });
  await page.goto("/free");
  const note = page.getByRole("status").filter({ hasText: INTERRUPTED });
  await note.waitFor();
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  down = false;
  await note.waitFor({ state: "detached" });
  expect(await page.getByRole("heading", { level: 1 }).boundingBox()).toEqual(heading);
});

test("a page without live figures shows nothing about the socket", async () => {
  const page = await visitor();
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close({ code: 1011 }));
  await page.goto("/free");
  await page.getByText(INTERRUPTED).waitFor();
  await page.getByRole("link", { name: "FAQ" }).first().click();
  await page.waitForURL("**/faq");
  await page.getByText(INTERRUPTED).waitFor({ state: "detached" });
});

test("text typed in a popup before the script arrives stays", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  const arrive = await holdScriptBack(page);
  await page.goto("/settings", { waitUntil: "commit" });
  const popup = page.locator("details.popup");
  await popup.locator("summary").click();
  const field = popup.getByLabel("Password", { exact: true });
  await field.fill("typed before");
  arrive();
  await hydrated(page);
  expect(await field.inputValue()).toBe("typed before");
  // Once closed, it becomes the dialog that the script opens.
  await popup.locator("summary").click();
  await page.getByRole("main").getByRole("button", { name: "Change Password" }).click();
  await page.getByRole("dialog", { name: "Change Password" }).waitFor();
});

test("a popup that is being pressed as the script arrives opens", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  const arrive = await holdScriptBack(page);
  await page.goto("/billing", { waitUntil: "commit" });
  const main = page.getByRole("main");
  await main.locator("summary", { hasText: "Add Credit Card" }).hover();
  await page.mouse.down();
  arrive();
  await main.locator("button", { hasText: "Add Funds" }).waitFor();
  await page.mouse.up();
  await main.getByRole("button", { name: "Continue to the card page" }).waitFor();
});

test("a menu opened before the script arrives stays open", async () => {
  const page = await visitor();
  const arrive = await holdScriptBack(page);
  await page.goto("/faq", { waitUntil: "commit" });
  const menu = page.getByRole("banner").locator("details", { hasText: "Log in" });
  await menu.locator("summary").click();
  const field = menu.getByLabel("Email");
  await field.fill("typed@before.example");
  arrive();
  await page.getByRole("button", { name: "Feedback" }).waitFor();
  expect(await field.isVisible()).toBe(true);
  expect(await field.inputValue()).toBe("typed@before.example");
});

test("a click right after the script has looked whether a popup is being pressed opens it", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  await page.addInitScript(() => {
    const matches: (selector: string) => boolean = Reflect.get(Element.prototype, "matches");
    Object.defineProperty(Element.prototype, "matches", {
      value(this: Element, selector: string) {
        if (selector === ":active" && this.textContent.includes("Add credit card")) queueMicrotask(press);
        return matches.call(this, selector);
      },
    });
    function press() {
      const openers = [...document.querySelectorAll<HTMLElement>("main summary, main button")];
      openers.find(({ textContent }) => textContent === "Add Credit Card")?.click();
    }
  });
  await page.goto("/billing");
  const main = page.getByRole("main");
  await main.locator("button", { hasText: "Add Funds" }).waitFor();
  await main.getByRole("button", { name: "Continue to the card page" }).waitFor({ timeout: 10_000 });
});

/** Delivers the page without its script until the returned function is called. */
async function holdScriptBack(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/build/**/*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}
