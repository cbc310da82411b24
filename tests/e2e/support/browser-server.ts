import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { systemBrowser } from "../../../worker/up/system-browser.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the one browser that all files share is reached: a start of Chromium costs seconds. */
    browserUrl: string;
  }
}

/** Starts the browser, which itself refuses all names outside loopback, and ends it after the last test. */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = systemBrowser();
  const browser = await chromium.launchServer({
    ...(executablePath ? { executablePath } : {}),
    host: "127.0.0.1",
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
    ],
  });
  project.provide("browserUrl", browser.wsEndpoint());
  return async () => await browser.close();
}
