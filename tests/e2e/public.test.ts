import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { valueOf } from "./support/reserving";
import { hydrated } from "./support/hydrated";
import { until } from "../support/until";

const { visitor } = useBrowser();

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Visitors, $how", ({ javaScript }) => {
  test("find answers in the FAQ: by opening, by searching, by address", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/faq");
    const answer = page.getByText("Whole seconds in which your task is running");
    expect(await answer.isVisible()).toBe(false);
    await page.getByText("What exactly am I charged for?").click();
    await answer.waitFor();

    await page.getByRole("searchbox").fill("refund 15 minutes");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/faq?q=refund+15+minutes");
    await page.getByText("Then the task is lost.").waitFor();
    expect(await page.getByText("What exactly am I charged for?").count()).toBe(0);

    await page.getByRole("searchbox").fill("no such words");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("Nothing found for “no such words”.").waitFor();
    await page.getByRole("link", { name: "Show all" }).click();
    await page.waitForURL("**/faq");

    const address = await page.locator("a[aria-label='Link to: Which keys are accepted?']").getAttribute("href");
    await page.goto(`/pricing`);
    await page.goto(`/faq${address}`);
    await page.getByText("Never paste a private key").waitFor();
  });

  test("write to us by the contact form, and see the fault in an address", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/contact");
    const main = page.getByRole("main");
    await main.getByLabel("Name").fill("Ann");
    await main.getByLabel("Email").fill("ann@nowhere");
    await main.getByLabel("Message").fill(`Where is my invoice? ${javaScript}`);
    await main.getByRole("button", { name: "Send" }).click();
    await main.getByText("Please enter a valid email address").waitFor();
    expect(await main.getByLabel("Message").inputValue()).toBe(`Where is my invoice? ${javaScript}`);
    await main.getByLabel("Email").fill("ann@example.com");
    await main.getByRole("button", { name: "Send" }).click();
    await main.getByText("Thank you", { exact: true }).waitFor();
    await untilMailed(page, `Where is my invoice? ${javaScript}`);
  });
});

/** The demo shows the mails that it would send to the support address. */
async function untilMailed(page: Page, text: string): Promise<void> {
  await until(`the mail "${text}"`, async () => {
    await page.goto("/mailbox");
    return (await page.content()).includes(text);
  });
}

test("Without JavaScript the feedback link of every screen leads to a page with the form", async () => {
  const page = await visitor({ javaScript: false });
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Feedback" }).click();
  await page.waitForURL("**/chat?url=%2Fpricing");
  const main = page.getByRole("main");
  await main.getByLabel("Message").fill("The price list is clear");
  await main.getByLabel("Email").fill("bob@example");
  await main.getByRole("button", { name: "Send" }).click();
  await main.getByText("Please enter a valid email address").waitFor();
  expect(await main.getByLabel("Message").inputValue()).toBe("The price list is clear");
  await main.getByLabel("Email").fill("bob@example.com");
  await main.getByRole("button", { name: "Send" }).click();
  await main.getByRole("heading", { name: "Thank you" }).waitFor();
  await untilMailed(page, "Page: /pricing");
});

describe("The feedback widget", () => {
  async function openWidget(page: Page) {
    await page.goto("/free");
    await page.getByRole("button", { name: "Feedback" }).click();
    return page.getByRole("dialog", { name: "Feedback" });
  }

  test("accepts a message on the spot, and checks the address when the field loses focus", async () => {
    const page = await visitor();
    const widget = await openWidget(page);
    const message = widget.getByLabel("Message");
    await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("Good to see what is free");
    await widget.getByLabel("Email").fill("cyd@example");
    await page.keyboard.press("Tab");
    await widget.getByText("Please enter a valid email address").waitFor();
    await widget.getByLabel("Email").fill("cyd@example.com");
    await page.keyboard.press("Tab");
    await widget.getByText("Please enter a valid email address").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await widget.getByText("Thank you").waitFor();
    expect(new URL(page.url()).pathname).toBe("/free");
    await page.keyboard.press("Escape");
    await widget.waitFor({ state: "detached" });
    await untilMailed(page, "Good to see what is free");
  });

  test("keeps the written text while the server cannot be reached", async () => {
    const page = await visitor();
    const widget = await openWidget(page);
    let cut = true;
    await page.route("**/chat", (route) => (cut ? route.abort() : route.continue()));
    await widget.getByLabel("Message").fill("Written on a train");
    await widget.getByLabel("Email").fill("dan@example.com");
    await widget.getByRole("button", { name: "Send" }).click();
    await widget.getByText("The service is busy. Please try again.").waitFor();
    expect(await widget.getByLabel("Message").inputValue()).toBe("Written on a train");
    cut = false;
    await widget.getByRole("button", { name: "Send" }).click();
    await widget.getByText("Thank you").waitFor();
  });
});

test("The start page shows prices and free GPUs, in one screen at both sizes", async () => {
  for (const width of [1280, 390]) {
    const page = await visitor({ width });
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await page.goto("/");
    const main = page.getByRole("main");
    for (const part of [
      main.getByRole("heading", { level: 1 }),
      main.getByRole("link", { name: "Register" }),
      main.getByRole("link", { name: "Configure" }),
      main.getByText("$0.95", { exact: true }),
      main.getByText(/^fra1(:| ·) \d+ free/),
    ]) {
      const box = await part.filter({ visible: true }).first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(width === 390 ? 844 : 800);
    }
  }
});

test("Each page of the sitemap describes itself, for search engines and for sharing", async () => {
  const page = await visitor({ javaScript: false });
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, address = ""]) => address);
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");
  const told: (string | null)[] = [];
  for (const address of addresses) {
    await page.goto(`${new URL(address).pathname}?from=a-friend`);
    const [title, description] = [await page.title(), await meta("description")];
    expect([address, await meta("og:title"), await meta("og:description")]).toEqual([address, title, description]);
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(address);
    expect(await meta("og:url")).toBe(address);
    told.push(title, description);
  }
  expect(told).not.toContain(null);
  expect(new Set(told).size).toBe(2 * addresses.length);
});

test("A choice of the price calculator arrives in the configurator", async () => {
  const page = await visitor();
  await page.goto("/pricing");
  await hydrated(page);
  // The second choice is made while the first one is being fetched, and wins.
  await page.route("**/pricing.data?*", async (route) => {
    await page.locator("a[aria-current]", { hasText: /^2$/ }).waitFor();
    await route.continue();
  });
  await page.getByRole("link", { name: "1 Month" }).click();
  await page.getByRole("link", { name: "2", exact: true }).click();
  await page.getByText("$1,387.00").first().waitFor();
  await page.getByRole("link", { name: "Standard Ethernet" }).click();
  await page.waitForURL("**network=ethernet**");
  await page.getByRole("main").getByRole("link", { name: "Configure" }).click();
  expect(await valueOf(page, "gpu_min")).toBe("2");
  expect(await valueOf(page, "network")).toBe("ethernet");
  expect(await valueOf(page, "row")).toBe("fra1:a5000");
});
