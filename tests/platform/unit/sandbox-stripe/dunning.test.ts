import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, openSubscriptionShop, type SubscriptionShop } from "./subscription-shop";

let shop: SubscriptionShop;

beforeAll(async () => {
  shop = await openSubscriptionShop();
});

afterAll(async () => {
  expect(shop.sandbox.controls.state().invalid).toEqual([]);
  await shop.sandbox.stop();
});

const read = (id: string) => shop.stripe.subscriptions.retrieve(id);

/** A subscription whose card begins to decline before the first renewal. */
async function failing(): Promise<{ id: string; customer: string }> {
  const customer = await shop.customer();
  const { id } = await shop.subscribe(customer);
  const bad = await shop.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await shop.stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad.id } });
  await shop.sandbox.controls.advance(30 * DAY);
  return { id, customer };
}

test("a failed renewal is retried for two weeks, then the subscription ends", async () => {
  const { id, customer } = await failing();
  expect((await read(id)).status).toBe("past_due");
  const [first] = await shop.invoices(customer);
  expect(first).toMatchObject({ status: "open", attempt_count: 1, amount_remaining: 2000 });
  await shop.sandbox.controls.advance(13 * DAY);
  expect((await read(id)).status).toBe("past_due");
  expect((await shop.invoices(customer))[0]).toMatchObject({ attempt_count: 3 });
  await shop.sandbox.controls.advance(DAY);
  expect(await read(id)).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
  expect((await shop.invoices(customer))[0]).toMatchObject({ attempt_count: 4, next_payment_attempt: null });
});

test("a good card at the next attempt restores it", async () => {
  const { id, customer } = await failing();
  const good = await shop.stripe.paymentMethods.attach("pm_card_mastercard", { customer });
  await shop.stripe.subscriptions.update(id, { default_payment_method: good.id });
  await shop.sandbox.controls.advance(3 * DAY);
  expect((await read(id)).status).toBe("active");
});

test("an invoice is a PDF, and its payment is found", async () => {
  const customer = await shop.customer();
  await shop.subscribe(customer);
  const [invoice] = await shop.invoices(customer);
  const answer = await fetch(invoice?.invoice_pdf ?? "");
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  const whole = await shop.stripe.invoices.retrieve(invoice?.id ?? "", {
    expand: ["payments.data.payment.payment_intent"],
  });
  expect(whole.payments?.data[0]).toMatchObject({
    status: "paid",
    payment: { payment_intent: { status: "succeeded", amount: 2000 } },
  });
});
