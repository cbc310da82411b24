import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { aCustomerWithKey } from "./support/reserving";

// A fault in a page fails its test (support/browser.ts): React 18 has one if it is clicked while it waits.
const { visitor } = useBrowser();

/** Holds back the turns that React asks the browser for, as a busy machine does, until `window.giveTurns()`. */
const HOLD_TURNS = `{
  const waiting = [];
  let held = true;
  const Channel = window.MessageChannel;
  window.MessageChannel = function () {
    const channel = new Channel();
    const post = channel.port2.postMessage.bind(channel.port2);
    channel.port2.postMessage = (message) => (held ? waiting.push(() => post(message)) : post(message));
    return channel;
  };
  window.giveTurns = () => {
    held = false;
    for (const turn of waiting.splice(0)) turn();
  };
}`;

/** React holds the page, whether or not it has looked at it. */
async function untilReactBegan(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((name) => name.startsWith("__reactContainer$")));
}

/** Holds back these files until the returned function is called; then the page may have gone. */
async function holdBack(page: Page, files: string): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route(files, async (route) => {
    await sent;
    await route.continue().catch(() => {});
  });
  return () => send();
}

test("a click before React's first turn is no fault, and the script takes over with it", async () => {
  const page = await visitor();
  await page.addInitScript(HOLD_TURNS);
  await page.goto("/login");
  await untilReactBegan(page);
  await page.getByRole("heading", { level: 1 }).click();
  await page.evaluate("window.giveTurns()");
  await hydrated(page);
});

test("nor is one before a part has come that the address does not name", async () => {
  const page = await aCustomerWithKey(await visitor());
  const send = await holdBack(page, "**/build/_shared/reservation-form-*.js");
  // The confirm step with a name that is refused shows the form.
  await page.goto(`/rent?step=confirm&task_name=${"x".repeat(64)}`);
  await page.getByRole("heading", { level: 1, name: "New Reservation" }).click();
  send();
  await hydrated(page);
});

test("a second click before the script has come sends nothing", async () => {
  const page = await aCustomerWithKey(await visitor());
  const send = await holdBack(page, "**/build/**/*.js");
  await page.goto("/user/api-keys", { waitUntil: "commit" });
  await page.getByLabel("Name").fill("nightly");
  const clicks = await page.getByRole("button", { name: "Create key" }).evaluate((button: HTMLElement) => {
    const sends: boolean[] = [];
    addEventListener("submit", (event) => sends.push(!event.defaultPrevented));
    for (let click = 0; click < 2; click += 1) button.click();
    return sends;
  });
  expect(clicks).toEqual([true, false]);
  await page.locator("pre", { hasText: /^mr_/ }).waitFor();
  send();
  await hydrated(page);
});

test("before the script has come, changed fields, another button, a form after Back, and one of another page or file are sent at once", async () => {
  const page = await aCustomerWithKey(await visitor());
  const send = await holdBack(page, "**/build/**/*.js");
  await page.goto("/user/api-keys", { waitUntil: "commit" });
  const name = page.getByLabel("Name");
  await name.fill("nightly");
  const button = page.getByRole("button", { name: "Create key" });
  const click = async () =>
    await button.evaluate((one: HTMLElement) => {
      let isSent = false;
      const see = (event: Event) => {
        isSent = !event.defaultPrevented;
        event.preventDefault();
      };
      addEventListener("submit", see, { once: true });
      one.click();
      return isSent;
    });
  expect([await click(), await click()]).toEqual([true, false]);
  await name.fill("weekly");
  expect([await click(), await click()]).toEqual([true, false]);
  await button.evaluate((one) => one.setAttribute("name", "other"));
  expect([await click(), await click()]).toEqual([true, false]);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  expect([await click(), await click()]).toEqual([true, false]);
  await page.evaluate(() => history.pushState(null, "", "?of=another"));
  expect([await click(), await click()]).toEqual([true, false]);
  for (const [size, time] of [
    [0, 0],
    [1, 1],
    [2, 1],
    [2, 2],
  ] as const) {
    await button.evaluate(
      ({ form }: HTMLButtonElement, { content, lastModified }) => {
        form?.querySelector("[type=file]")?.remove();
        const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
        const chosen = new DataTransfer();
        if (content) chosen.items.add(new File([content], "work.csv", { lastModified }));
        input.files = chosen.files;
        form?.append(input);
      },
      { content: "x".repeat(size), lastModified: time },
    );
    expect([await click(), await click()]).toEqual([true, false]);
  }
  // React takes over the page as it came.
  await button.evaluate(({ form }: HTMLButtonElement) => form?.querySelector("[type=file]")?.remove());
  await page.evaluate(() => history.replaceState(null, "", location.pathname));
  send();
  await hydrated(page);
});
