import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright";
import { afterEach, inject } from "vitest";
import { systemBrowser } from "../../../worker/up/system-browser.mjs";

/**
 * Errors that browser and router themselves log although nothing is wrong: answers of 400 and above, which the tests
 * check themselves, and a look-up of routes that a newer navigation made superfluous.
 */
const EXPECTED = ["Failed to load resource", "AbortError: signal is aborted without reason"];

/** Playwright's own 30 s are too short on a busy machine. */
const PATIENCE_MS = 60_000;

export interface Visit {
  javaScript?: boolean;
  width?: number;
  /** A finger instead of a mouse. */
  touch?: boolean;
  colorScheme?: "light" | "dark";
  /** A different copy of the product from the one that all files share. */
  origin?: string;
}

/**
 * One for all files, in their own process: a start costs seconds, and a browser in another process would send each
 * event twice.
 */
let started: Promise<Browser> | undefined;

/** Starts the browser, which itself refuses all names outside loopback. It ends with the process. */
async function launchBrowser(): Promise<Browser> {
  const executablePath = systemBrowser();
  return await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      // A page lives for seconds here: optimizing its code costs a tenth of the browser's processor time for nothing.
      "--js-flags=--no-opt --no-maglev",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
    ],
  });
}

/**
 * The browser, for the tests of one file. Each visitor is a fresh context. A request that would leave loopback, an
 * error on the console and a fault in a page each fail the test in which they happen.
 */
export function useBrowser(): { visitor: (visit?: Visit) => Promise<Page> } {
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];
  let missing = new Map<Request, string>();

  afterEach(async ({ task }) => {
    const asked = [...missing].map(([request, state]) => `${state}: ${request.method()} ${request.url()}`);
    missing = new Map();
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    const said = complaints;
    complaints = [];
    // A failed load alone is no fault: leaving a page aborts its loads.
    const failed = said.length > 0 || task.result?.state === "fail";
    // An error of its own: the build server's list of failures cuts a compared value short.
    if (failed) throw new Error(["the browser reported:", ...said, ...asked].join("\n"));
  });

  return {
    visitor: async (visit = {}) => {
      const {
        javaScript = true,
        width = 1280,
        touch = false,
        colorScheme = "light",
        origin = inject("origin"),
      } = visit;
      started ??= launchBrowser();
      const context = await (
        await started
      ).newContext({
        baseURL: origin,
        javaScriptEnabled: javaScript,
        viewport: { width, height: 900 },
        colorScheme,
        hasTouch: touch,
        isMobile: touch,
      });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      noticeTheInternet(context, complaints);
      noteMissing(context, missing);
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    },
  };
}

/** The browser itself refuses names outside loopback: an intercepted request would also miss the cache. */
function noticeTheInternet(context: BrowserContext, complaints: string[]): void {
  context.on("requestfailed", (request) => {
    if (request.failure()?.errorText === "net::ERR_NAME_NOT_RESOLVED")
      complaints.push(`a request left loopback: ${request.url()}`);
  });
}

/** Records requests that have no answer yet. */
function noteMissing(context: BrowserContext, missing: Map<Request, string>): void {
  context.on("request", (request) => missing.set(request, "on its way"));
  context.on("requestfinished", (request) => missing.delete(request));
  context.on("requestfailed", (request) => missing.set(request, request.failure()?.errorText ?? "failed"));
}

function listen(page: Page, complaints: string[]): void {
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !EXPECTED.some((start) => text.startsWith(start)))
      complaints.push(`console: ${text}`);
  });
  page.on("pageerror", (error) => complaints.push(`fault in the page: ${error.message}`));
}
