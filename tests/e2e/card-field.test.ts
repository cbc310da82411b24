import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { useBrowser } from "./support/browser";
import { databaseUrlOf } from "./support/launch-product";
import { logIn } from "./support/people";
import { type OneWeb, startOneWeb } from "./support/one-web";

const { visitor } = useBrowser();
let web: OneWeb;

/**
 * One web process with keys of Stripe's test mode. No answer of Stripe is real here: the test covers our side of the
 * card field.
 */
beforeAll(async () => {
  web = await startOneWeb({
    DATABASE_URL: databaseUrlOf(inject("dataDir")),
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    STRIPE_PUBLISHABLE_KEY: "pk_test_x",
  });
});
afterAll(async () => await web.stop());

/** Stripe.js as its documentation describes it: it refuses the first card and accepts the second. */
const STRIPE_JS = `window.Stripe = (key) => {
  let tries = 0;
  return {
    elements: ({ clientSecret }) => ({
      create: () => ({
        on: (event, run) => event === "ready" && setTimeout(run),
        mount: (place) => { place.textContent = key + " " + clientSecret; },
        destroy: () => {},
      }),
    }),
    confirmSetup: async ({ confirmParams }) => {
      tries += 1;
      const { name } = confirmParams.payment_method_data.billing_details;
      return tries === 1
        ? { error: { message: "The card of " + name + " was declined." } }
        : { setupIntent: { id: "seti_1", payment_method: "pm_1" } };
    },
  };
};`;

async function aCardPage(stripeJs: string | null): Promise<Page> {
  const page = await visitor({ origin: web.origin });
  await page.route("https://js.stripe.com/**", async (route) => {
    if (stripeJs === null) await route.abort();
    else await route.fulfill({ contentType: "text/javascript", body: stripeJs });
  });
  // This web process has no worker: the page stays without live figures.
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.route("**/billing/setup-intent", async (route) => {
    await route.fulfill({ json: { retcode: "OK", client_secret: "seti_1_secret" } });
  });
  await logIn(page, "customer");
  await page.goto("/billing/card");
  return page;
}

test("42: with keys set the card is typed on our page; a refusal appears in card-errors and the button works again", async () => {
  const page = await aCardPage(STRIPE_JS);
  await page.getByText("pk_test_x seti_1_secret").waitFor();
  const save = page.getByRole("button", { name: "Save card" });
  await page.getByLabel("Cardholder name").fill(" ");
  await save.click();
  await page.getByText("Cardholder name is required.").waitFor();
  await page.getByLabel("Cardholder name").fill("Ada Lovelace");
  await save.click();
  await page.locator("#card-errors").getByText("The card of Ada Lovelace was declined.").waitFor();
  await expect.poll(() => save.isEnabled()).toBe(true);
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/billing/card"));
  await save.click();
  const fields = new URLSearchParams((await sent).postData() ?? "");
  expect([fields.get("setup_intent"), fields.get("card_holder_name")]).toEqual(["seti_1", "Ada Lovelace"]);
});

test("without the provider's script, the link to its page appears", async () => {
  const page = await aCardPage(null);
  await page.getByRole("button", { name: "Continue to the card page" }).waitFor();
});
