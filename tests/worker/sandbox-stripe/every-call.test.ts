import Stripe from "stripe";
import { expect, test } from "vitest";
import { api } from "../../../worker/sandbox-stripe/api";
import { operations, spec } from "../../../worker/sandbox-stripe/wire/spec";
import { startBun } from "../../support/bun-program";
import { openShop } from "./client";
import { makeEveryCall } from "./every-call";

/** All checks of the specification are made in these. */
const PATIENCE_MS = 90_000;

/** What the product asks of its provider. */
const PRODUCT_CALLS = [
  "balanceTransactions.list",
  "billing.meterEvents.create",
  "billing.meters.create",
  "billingPortal.sessions.create",
  "checkout.sessions.create",
  "checkout.sessions.retrieve",
  "customers.create",
  "customers.createTaxId",
  "customers.listPaymentMethods",
  "customers.update",
  "disputes.retrieve",
  "events.list",
  "invoiceItems.create",
  "invoices.createPreview",
  "invoices.list",
  "invoices.retrieve",
  "paymentIntents.confirm",
  "paymentIntents.create",
  "paymentIntents.retrieve",
  "paymentMethods.detach",
  "prices.create",
  "products.create",
  "promotionCodes.list",
  "refunds.create",
  "refunds.retrieve",
  "setupIntents.create",
  "setupIntents.retrieve",
  "subscriptions.cancel",
  "subscriptions.create",
  "subscriptions.update",
];

/** Operations of the specification that the product has no use for. */
const UNUSED = /^(CreditNotes\.|SubscriptionItems\.(create|update)$)/;

test(
  "every call of the product is answered as the specification says, under Node",
  async () => {
    const { sandbox, stripe } = await openShop();
    expect(await makeEveryCall(stripe)).toEqual(expect.arrayContaining(PRODUCT_CALLS));
    expect(sandbox.controls.state().invalid).toEqual([]);
    await sandbox.stop();
  },
  PATIENCE_MS,
);

test(
  "and under Bun, where a webhook's signature is accepted as well",
  async () => {
    const program = startBun("tests/support/programs/stripe-calls.ts");
    const made = await program.line(/^made /);
    expect(made.slice("made ".length).split(" ")).toEqual(expect.arrayContaining(PRODUCT_CALLS));
    expect(program.lines).toContain("invalid []");
    expect(program.lines).toContain("signed true");
    await program.end();
  },
  PATIENCE_MS,
);

test("the specification is the one of the SDK's version", () => {
  expect(spec.info.version).toBe(Stripe.API_VERSION);
});

test("every operation of the specification is there, but for those that nobody uses", () => {
  const absent = operations.map(({ id }) => id).filter((id) => !api[id]);
  expect(absent.filter((id) => !UNUSED.test(id))).toEqual([]);
  expect(Object.keys(api).filter((id) => !operations.some((known) => known.id === id))).toEqual([]);
});
