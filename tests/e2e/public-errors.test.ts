import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import pg from "pg";
import { useBrowser } from "./support/browser";
import { databaseUrlOf } from "./support/launch-product";
import { type OneWeb, startOneWeb } from "./support/one-web";
import { logIn } from "./support/people";
import { seriousViolations } from "./support/screen-checks";

const NO_TABLES = "without_tables";
const { visitor } = useBrowser();
const extra: Record<"limited" | "without tables" | "without database", OneWeb | null> = {
  limited: null,
  "without tables": null,
  "without database": null,
};

beforeAll(async () => {
  const url = databaseUrlOf(inject("dataDir"));
  await statement(url, `create database ${NO_TABLES}`);
  const empty = new URL(url);
  empty.pathname = `/${NO_TABLES}`;
  extra.limited = await startOneWeb({ DATABASE_URL: url, RATE_PUBLIC_PER_MIN: "1" });
  extra["without tables"] = await startOneWeb({ DATABASE_URL: empty.href });
  extra["without database"] = await startOneWeb({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
});
afterAll(async () => {
  for (const web of Object.values(extra)) await web?.stop();
  await statement(databaseUrlOf(inject("dataDir")), `drop database ${NO_TABLES} with (force)`);
});

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

interface Asked {
  status: number;
  path: string;
  text: RegExp;
  advice: string;
  request?: RequestInit;
  web?: keyof typeof extra;
  headers?: Record<string, RegExp>;
  again?: boolean;
}

const asked: Asked[] = [
  {
    status: 400,
    path: "/login",
    text: /^The request could not be read\.$/,
    advice: "not readable",
    request: { method: "POST", headers: FORM, body: "email=%00" },
    again: true,
  },
  { status: 404, path: "/no-such-page", text: /^This page does not exist\.$/, advice: "may be mistyped" },
  {
    status: 405,
    path: "/pricing",
    text: /^This method is not allowed here\.$/,
    advice: "does not accept that kind",
    request: { method: "POST", headers: FORM, body: "a=b" },
    headers: { allow: /^GET, HEAD$/ },
    again: true,
  },
  {
    status: 405,
    path: "/login",
    text: /^This method is not allowed here\.$/,
    advice: "does not accept that kind",
    request: { method: "PUT", headers: FORM, body: "a=b" },
    headers: { allow: /^GET, POST$/ },
    again: true,
  },
  {
    status: 413,
    path: "/contact",
    text: /^The request is too large\.$/,
    advice: "At most 256 KiB",
    request: { method: "POST", headers: FORM, body: `message=${"a".repeat(300 * 1024)}` },
    again: true,
  },
  {
    status: 415,
    path: "/contact",
    text: /^Send JSON or form data\.$/,
    advice: "something other than a form",
    request: { method: "POST", headers: { "Content-Type": "text/plain" }, body: "hello" },
    again: true,
  },
  {
    status: 429,
    path: "/terms",
    web: "limited",
    advice: "After that time",
    again: true,
    text: /^Too many requests\. Please wait \d+ seconds\.$/,
    headers: { "retry-after": /^\d+$/ },
  },
  {
    status: 500,
    path: "/faq",
    web: "without tables",
    advice: "send us the reference",
    again: true,
    text: /^Something went wrong on our side\. Reference [0-9a-f-]{36}\.$/,
  },
  {
    status: 503,
    path: "/faq",
    web: "without database",
    advice: "Running tasks go on",
    again: true,
    text: /^The service is busy\. Please try again\.$/,
  },
];

describe("A request without its own answer gets a page with advice", () => {
  test.each(asked)("$status $path", async ({ status, path, text, advice, request, web, headers, again }) => {
    const origin = web ? (extra[web]?.origin ?? "") : inject("origin");
    // The first one is within the limit.
    if (web === "limited") await fetch(origin + path);
    const response = await fetch(origin + path, { redirect: "manual", ...request });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const [name, value] of Object.entries(headers ?? {})) {
      expect(response.headers.get(name)).toMatch(value);
    }
    const requestId = response.headers.get("x-request-id") ?? "";
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);

    const page = await visitor({ javaScript: false });
    await page.setContent(await response.text());
    const main = page.getByRole("main");
    expect(await main.getByRole("heading", { level: 1 }).textContent()).toMatch(text);
    expect(await main.textContent()).toContain(advice);
    expect(await main.textContent()).toContain(requestId);
    expect(await main.getByRole("link", { name: "Go to the start page" }).getAttribute("href")).toBe("/");
    expect(await main.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe("/contact");
    const openAgain = main.getByRole("link", { name: "Open this page again" });
    if (again) expect(await openAgain.getAttribute("href")).toBe(path);
    else expect(await openAgain.count()).toBe(0);
    expect(await page.title()).toMatch(/ · Millrace$/);
  });
});

test.each([true, false])("403: a customer may not see the dashboard (script: %s)", async (javaScript) => {
  const page = await visitor({ javaScript });
  await logIn(page, "customer");
  const response = await page.goto("/dashboard");
  expect(response?.status()).toBe(403);
  await page.getByRole("heading", { name: "You do not have access to this page." }).waitFor();
  expect(await page.getByRole("main").textContent()).toContain(response?.headers()["x-request-id"] ?? "none");
  if (javaScript) expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

async function statement(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
