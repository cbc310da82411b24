import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, refusal, type Shop } from "./client";

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ now: new Date("2026-11-21T12:00:00Z") });
});

afterAll(async () => {
  expect(shop.sandbox.controls.state().invalid).toEqual([]);
  await shop.sandbox.stop();
});

const pay = (payment_method = "pm_card_visa", amount = 5000) =>
  shop.stripe.paymentIntents.create({ amount, currency: "usd", confirm: true, payment_method });
const types = async (count: number) =>
  (await shop.stripe.events.list({ limit: count })).data.map(({ type }) => type).reverse();
const movements = async (source: string) =>
  (await shop.stripe.balanceTransactions.list({ source })).data.map(({ type, amount, fee }) => ({
    type,
    amount,
    fee,
  }));

test("parts of a payment are refunded, each once, never more than the rest", async () => {
  const { id } = await pay();
  const refund = (amount: number | undefined, idempotencyKey: string) =>
    shop.stripe.refunds.create(
      { payment_intent: id, ...(amount === undefined ? {} : { amount }), metadata: { topup: "1" } },
      { idempotencyKey },
    );
  const first = await refund(1000, "refund:1");
  expect((await refund(1000, "refund:1")).id).toBe(first.id);
  expect(first).toMatchObject({ status: "succeeded", amount: 1000, metadata: { topup: "1" } });
  expect(await movements(first.id)).toEqual([{ type: "refund", amount: -1000, fee: 0 }]);
  expect(await types(2)).toEqual(["refund.created", "charge.refunded"]);
  expect((await refusal(refund(4001, "refund:2"))).message).toContain("greater than unrefunded amount");
  const rest = await refund(undefined, "refund:3");
  expect(rest.amount).toBe(4000);
  expect((await refusal(refund(undefined, "refund:4"))).code).toBe("charge_already_refunded");
  const charge = shop.sandbox.controls.objects("charge").find((one) => one.id === rest.charge);
  expect(charge).toMatchObject({ amount_refunded: 5000, refunded: true });
});

test("a refund from the dashboard has no request, and can fail", async () => {
  const { id } = await pay();
  const made = await shop.sandbox.controls.refund({ payment_intent: id, amount: 500 });
  const [event] = (await shop.stripe.events.list({ type: "refund.created" })).data;
  expect(event).toMatchObject({ request: null, data: { object: { id: made.id } } });
  await shop.sandbox.controls.failRefund(made.id);
  expect(await shop.stripe.refunds.retrieve(made.id)).toMatchObject({ status: "failed" });
  expect(await types(2)).toEqual(["refund.updated", "refund.failed"]);
  expect(await movements(made.id)).toEqual([
    { type: "refund_failure", amount: 500, fee: 0 },
    { type: "refund", amount: -500, fee: 0 },
  ]);
});

test("a refund to a card that refuses it fails a moment later", async () => {
  const { id } = await pay("pm_card_refundFail");
  const refund = await shop.stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe("succeeded");
  await shop.sandbox.controls.advance(1);
  expect((await shop.stripe.refunds.retrieve(refund.id)).status).toBe("failed");
});

test("a disputed card withdraws the money with a fee, and a won dispute returns it", async () => {
  const { id } = await pay("pm_card_createDispute");
  const dispute = shop.sandbox.controls.objects("dispute").find((one) => one.payment_intent === id);
  expect(dispute).toMatchObject({ amount: 5000, reason: "fraudulent", status: "needs_response" });
  expect(await types(2)).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn"]);
  const du = dispute?.id ?? "";
  expect(await movements(du)).toEqual([{ type: "adjustment", amount: -5000, fee: 1500 }]);
  expect((await refusal(shop.stripe.refunds.create({ payment_intent: id }))).code).toBe("charge_disputed");
  await shop.sandbox.controls.endDispute(du, "won");
  expect((await shop.stripe.disputes.retrieve(du)).status).toBe("won");
  expect(await types(2)).toEqual(["charge.dispute.closed", "charge.dispute.funds_reinstated"]);
  expect((await movements(du))[0]).toEqual({ type: "adjustment", amount: 5000, fee: 0 });
});

test("any payment can be disputed later, and the dispute lost", async () => {
  const { id: first } = await pay();
  const lost = await shop.sandbox.controls.dispute({ payment_intent: first, reason: "product_not_received" });
  await shop.sandbox.controls.endDispute(lost.id, "lost");
  expect(await shop.stripe.disputes.retrieve(lost.id)).toMatchObject({
    status: "lost",
    reason: "product_not_received",
  });
  expect(await types(1)).toEqual(["charge.dispute.closed"]);
});

test("lists have pages, forwards and backwards", async () => {
  const all = await shop.stripe.paymentIntents.list({ limit: 100 });
  const read: string[] = [];
  for await (const intent of shop.stripe.paymentIntents.list({ limit: 2 })) read.push(intent.id);
  expect(read).toEqual(all.data.map(({ id }) => id));
  const [first, second, third] = read;
  const before = await shop.stripe.paymentIntents.list({ limit: 1, ending_before: third ?? "" });
  expect(before).toMatchObject({ has_more: true, data: [{ id: second }] });
  const newest = await shop.stripe.paymentIntents.list({ limit: 5, ending_before: second ?? "" });
  expect(newest).toMatchObject({ has_more: false, data: [{ id: first }] });
  const now = shop.sandbox.controls.state().now;
  expect((await shop.stripe.paymentIntents.list({ created: { gt: now } })).data).toEqual([]);
});
