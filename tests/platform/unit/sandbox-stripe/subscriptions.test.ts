import { afterAll, beforeAll, expect, test } from "vitest";
import { post, refusal } from "./client";
import { DAY, openSubscriptionShop, paymentOf, type SubscriptionShop } from "./subscription-shop";

let shop: SubscriptionShop;

beforeAll(async () => {
  shop = await openSubscriptionShop();
});

afterAll(async () => {
  expect(shop.sandbox.controls.state().invalid).toEqual([]);
  await shop.sandbox.stop();
});

const read = (id: string) => shop.stripe.subscriptions.retrieve(id);
const preview = (subscription: string) => shop.stripe.invoices.createPreview({ subscription });

test("a subscription is paid at once with the saved card, and shows the next invoice", async () => {
  const customer = await shop.customer();
  const made = await shop.subscribe(customer, { metadata: { tenant: "7" } });
  expect(made).toMatchObject({ status: "active", metadata: { tenant: "7" } });
  const [invoice] = await shop.invoices(customer);
  expect(invoice).toMatchObject({
    number: "MRS-000001",
    status: "paid",
    total: 2000,
    amount_paid: 2000,
    billing_reason: "subscription_create",
  });
  const next = await preview(made.id);
  expect(next).toMatchObject({ status: "draft", number: null, total: 2000, amount_remaining: 2000 });
  expect(next.period_end).toBe(made.items.data[0]?.current_period_end);
  expect(new Date(next.period_end * 1000).toISOString()).toBe("2026-12-21T12:00:00.000Z");
});

test("default_incomplete waits for the payment's confirmation, at the bank if the card requires it", async () => {
  const customer = await shop.customer();
  const asking = await shop.stripe.paymentMethods.retrieve("pm_card_authenticationRequiredOnSetup");
  const made = await shop.subscribe(customer, { payment_behavior: "default_incomplete" });
  expect(made.status).toBe("incomplete");
  const intent = await shop.stripe.paymentIntents.confirm(await paymentOf(shop, made), {
    payment_method: asking.id,
    return_url: "http://127.0.0.1:3000/back",
  });
  expect(intent.status).toBe("requires_action");
  await post(intent.next_action?.redirect_to_url?.url ?? "", { answer: "confirm" });
  expect((await read(made.id)).status).toBe("active");

  // The card was set up with the payment, so renewals need no customer.
  await shop.stripe.subscriptions.update(made.id, { default_payment_method: asking.id });
  await shop.sandbox.controls.advance(31 * DAY);
  expect((await read(made.id)).status).toBe("active");
  expect(await shop.invoices(customer)).toMatchObject([{ status: "paid", billing_reason: "subscription_cycle" }, {}]);
});

test("a first payment that is never made expires after 23 hours", async () => {
  const made = await shop.subscribe(await shop.customer(), { payment_behavior: "default_incomplete" });
  await shop.sandbox.controls.advance(23 * 3600);
  expect((await read(made.id)).status).toBe("incomplete_expired");
  const intent = await shop.stripe.paymentIntents.retrieve(await paymentOf(shop, made));
  expect(intent.status).toBe("canceled");
});

test("a declined first payment leaves it incomplete, or is refused on request", async () => {
  const customer = await shop.customer("pm_card_chargeCustomerFail");
  expect((await shop.subscribe(customer)).status).toBe("incomplete");
  const refused = await refusal(shop.subscribe(customer, { payment_behavior: "error_if_incomplete" }));
  expect(refused).toMatchObject({ statusCode: 402, code: "card_declined" });
});

test("usage and charge items are billed with the renewal; a negative rest stays for the next", async () => {
  const customer = await shop.customer();
  const made = await shop.subscribe(customer);
  await shop.minutes(customer, 60, "usage:1");
  expect(await refusal(shop.minutes(customer, 60, "usage:1"))).toMatchObject({
    code: "duplicate_meter_event",
  });
  expect((await preview(made.id)).total).toBe(2100);
  const item = (amount: number, description: string) =>
    shop.stripe.invoiceItems.create({
      customer,
      subscription: made.id,
      amount,
      currency: "usd",
      description,
    });
  await item(-5000, "discount");
  expect(await preview(made.id)).toMatchObject({ total: -2900, amount_due: 0, amount_remaining: 0 });
  await shop.sandbox.controls.advance(31 * DAY);
  const [renewal] = await shop.invoices(customer);
  expect(renewal).toMatchObject({ status: "paid", total: -2900, amount_due: 0, ending_balance: -2900 });
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ balance: -2900 });

  await item(4000, "charge");
  expect(await preview(made.id)).toMatchObject({ total: 6000, amount_due: 3100 });
  await shop.sandbox.controls.advance(31 * DAY);
  const [second] = await shop.invoices(customer);
  expect(second).toMatchObject({ status: "paid", total: 6000, amount_paid: 3100, starting_balance: -2900 });
  expect(second?.lines.data.map(({ description, amount }) => [description, amount])).toEqual([
    ["1 × Millrace PRO (at $20.00 / month)", 2000],
    ["0 × minutes", 0],
    ["charge", 4000],
  ]);
});

test("a subscription ends with its period on request, and not after the request was cancelled", async () => {
  const customer = await shop.customer();
  const made = await shop.subscribe(customer);
  const ending = await shop.stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ status: "active", cancel_at_period_end: true });
  expect((await refusal(preview(made.id))).code).toBe("invoice_upcoming_none");
  await shop.stripe.subscriptions.update(made.id, { cancel_at_period_end: false });
  expect((await preview(made.id)).total).toBe(2000);
  await shop.stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
  await shop.minutes(customer, 120, "usage:last");
  await shop.sandbox.controls.advance(31 * DAY);
  expect((await read(made.id)).status).toBe("canceled");
  expect(await shop.invoices(customer)).toMatchObject([{ total: 200, status: "paid" }, { total: 2000 }]);
  expect((await refusal(preview(made.id))).code).toBe("invoice_upcoming_none");
});

test("a trial costs nothing until it ends", async () => {
  const customer = await shop.customer();
  const made = await shop.subscribe(customer, { trial_end: shop.sandbox.controls.state().now + 14 * DAY });
  expect(made).toMatchObject({ status: "trialing" });
  expect(await shop.invoices(customer)).toMatchObject([{ total: 0, status: "paid" }]);
  expect((await preview(made.id)).total).toBe(2000);
  await shop.sandbox.controls.advance(14 * DAY);
  expect((await read(made.id)).status).toBe("active");
  expect(await shop.invoices(customer)).toMatchObject([{ total: 2000, status: "paid" }, {}]);
  const events = await shop.stripe.events.list({ type: "customer.subscription.trial_will_end" });
  expect(events.data).toHaveLength(1);
});

test("a discount applies for as long as its coupon says", async () => {
  const customer = await shop.customer();
  const coupon = await shop.stripe.coupons.create({ percent_off: 25, duration: "once", name: "Welcome" });
  const made = await shop.subscribe(customer, { discounts: [{ coupon: coupon.id }] });
  expect(await shop.invoices(customer)).toMatchObject([
    { subtotal: 2000, total: 1500, total_discount_amounts: [{ amount: 500 }] },
  ]);
  expect((await preview(made.id)).total).toBe(2000);
  const forever = await shop.stripe.coupons.create({
    percent_off: 100,
    duration: "repeating",
    duration_in_months: 2,
  });
  await shop.stripe.subscriptions.update(made.id, { discounts: [{ coupon: forever.id }] });
  await shop.sandbox.controls.advance(62 * DAY);
  expect((await shop.invoices(customer)).map(({ total }) => total)).toEqual([2000, 0, 1500]);
});
