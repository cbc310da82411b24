import { type Browser, type BrowserContext, chromium } from "playwright";
import { logIn } from "../../e2e/support/people";
import { systemBrowser } from "../../../worker/up/system-browser.mjs";

const ARGS = [
  "--no-sandbox",
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"],
];

let browser: Promise<Browser> | undefined;

/** A fresh browser profile with the cookies of that login, or of a visitor. */
export async function openContext(
  origin: string,
  { cookie, width }: { cookie: string | null; width: number },
): Promise<BrowserContext> {
  const executablePath = systemBrowser();
  browser ??= chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ARGS });
  const viewport = { width, height: 900 };
  const context = await (await browser).newContext({ baseURL: origin, viewport });
  if (cookie) await context.addCookies([{ name: "millrace_session", value: cookie, url: origin }]);
  return context;
}

/** Logs in and returns the value of the session cookie. */
export async function cookieOf(origin: string, who: Parameters<typeof logIn>[1]): Promise<string> {
  const context = await openContext(origin, { cookie: null, width: 1280 });
  try {
    await logIn(await context.newPage(), who);
    const cookies = await context.cookies();
    const session = cookies.find(({ name }) => name === "millrace_session");
    if (!session) throw new Error(`${who} got no session`);
    return session.value;
  } finally {
    await context.close();
  }
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
