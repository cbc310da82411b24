import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type OpenidProvider, startOpenidProvider } from "../support/openid-provider";
import { useBrowser } from "./support/browser";
import { databaseUrlOf } from "./support/launch-product";
import { type OneWeb, startOneWeb } from "./support/one-web";
import { fillLogin, logIn, SECOND_CUSTOMER } from "./support/people";

const { visitor } = useBrowser();
const CLIENT = "millrace-browser";
const LABEL = "Acme ID";
let provider: OpenidProvider;
let web: OneWeb;

/** A web process with a provider, next to the product. */
beforeAll(async () => {
  provider = await startOpenidProvider(CLIENT);
  web = await startOneWeb({
    DATABASE_URL: databaseUrlOf(inject("dataDir")),
    OPENID_ISSUER: provider.issuer,
    OPENID_CLIENT_ID: CLIENT,
    OPENID_CLIENT_SECRET: "secret",
    OPENID_LABEL: LABEL,
  });
});
afterAll(async () => {
  await web.stop();
  await provider.stop();
});

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("By an account elsewhere, $how,", ({ javaScript }) => {
  const mark = javaScript ? "script" : "plain";

  async function open(path: string): Promise<Page> {
    const page = await visitor({ javaScript, origin: web.origin });
    // This web process has no worker: the page stays without live figures.
    await page.routeWebSocket(/socket\.io/, () => {});
    await page.goto(path);
    return page;
  }
  const goOn = async (page: Page) => await page.getByRole("button", { name: `Continue with ${LABEL}` }).click();

  beforeEach(() => {
    provider.says = {
      sub: `new-${mark}`,
      email: `providers-${mark}@people.example`,
      email_verified: true,
      name: "Sam Sign-On",
    };
  });

  test("visitors register with two clicks, and the next login returns to the requested page", async () => {
    const first = await open("/register");
    await goOn(first);
    await first.waitForURL("**/tasks");
    await first.getByRole("heading", { name: "No tasks yet" }).waitFor();

    const next = await open("/login?redirectTo=/user/security");
    await goOn(next);
    await next.waitForURL("**/user/security");
    await next.getByText(`providers-${mark}@people.example, used`).waitFor();
    // The only way to log in stays.
    await next.locator("summary, button").filter({ hasText: "Remove" }).first().click();
    await next.getByRole("button", { name: "Remove", exact: true }).last().click();
    await next
      .getByText(/way to log in/i)
      .first()
      .waitFor();
  });

  test("a user with an account links it by the password, once, and removes it again", async () => {
    provider.says = { ...provider.says, sub: `old-${mark}`, email: SECOND_CUSTOMER };
    const page = await open("/login");
    await goOn(page);
    await page.getByText(`${SECOND_CUSTOMER} has an account here.`).waitFor();
    await fillLogin(page);
    await page.waitForURL("**/user/link");
    await page.getByRole("button", { name: `Link ${LABEL}` }).click();
    await page.getByText(`You can log in with ${LABEL} now.`).waitFor();

    const again = await open("/login");
    await goOn(again);
    await again.waitForURL("**/tasks");
    await again.goto("/user/security");
    await again.locator("summary, button").filter({ hasText: "Remove" }).first().click();
    await again.getByRole("button", { name: "Remove", exact: true }).last().click();
    await again.getByRole("listitem").filter({ hasText: LABEL }).getByText("not linked").waitFor();
  });

  test("a logged-in user links one from the security screen", async () => {
    provider.says = { ...provider.says, sub: `own-${mark}`, email: "other@elsewhere.example" };
    const page = await open("/login");
    await logIn(page, "customer2");
    await page.goto("/user/security");
    const row = page.getByRole("listitem").filter({ hasText: LABEL });
    await row.locator("summary, button").filter({ hasText: "Link" }).first().click();
    await page.getByRole("button", { name: "Continue", exact: true }).last().click();
    await page.getByText(`You can log in with ${LABEL} now.`).waitFor();
    await row.getByText("other@elsewhere.example").waitFor();
    await row.locator("summary, button").filter({ hasText: "Remove" }).first().click();
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    await row.getByText("not linked").waitFor();
    expect(new URL(page.url()).pathname).toBe("/user/security");
  });
});
