import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openShop, type Shop } from "./client";
import { openReceiver, type Receiver } from "./receiver";

const SECRET = "whsec_test";

let shop: Shop;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver(SECRET);
  shop = await openShop({ webhook: { url: receiver.url, secret: SECRET } });
});

beforeEach(async () => {
  await shop.sandbox.controls.settled();
  receiver.events = [];
  receiver.refused = 0;
});

afterAll(async () => {
  expect(shop.sandbox.controls.state().invalid).toEqual([]);
  await shop.sandbox.stop();
  await receiver.close();
});

const types = () => receiver.events.map(({ type }) => type);
const pay = () =>
  shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: "usd",
    confirm: true,
    payment_method: "pm_card_visa",
  });
const PAID = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];

test("every event arrives signed, and names the request behind it", async () => {
  const intent = await shop.stripe.paymentIntents.create(
    { amount: 5000, currency: "usd", confirm: true, payment_method: "pm_card_visa" },
    { idempotencyKey: "topup:1" },
  );
  await shop.sandbox.controls.settled();
  expect(types()).toEqual(PAID);
  const last = receiver.events.at(-1);
  expect(last).toMatchObject({
    livemode: false,
    api_version: "2026-10-28.endive",
    data: { object: { id: intent.id, status: "succeeded", amount_received: 5000 } },
    request: { idempotency_key: "topup:1" },
  });
  const listed = await shop.stripe.events.list({ types: ["payment_intent.succeeded"] });
  expect(listed.data[0]).toMatchObject({ id: last?.id, pending_webhooks: 0 });
});

test("an unaccepted event is sent again until it is accepted", async () => {
  receiver.failing = 1;
  await pay();
  await shop.sandbox.controls.settled();
  expect(types()).toEqual(PAID.slice(1));
  expect(shop.sandbox.controls.state().webhooks).toMatchObject({ waiting: 1 });
  await shop.sandbox.controls.retryWebhooks();
  await shop.sandbox.controls.settled();
  expect(types().sort()).toEqual([...PAID].sort());
});

test("events can arrive twice, in reverse order, late, and with a foreign signature", async () => {
  const { controls } = shop.sandbox;
  controls.fault({ kind: "webhook_double", times: 3 });
  await pay();
  await controls.settled();
  expect(types()).toEqual(PAID.flatMap((type) => [type, type]));

  receiver.events = [];
  controls.fault({ kind: "webhook_reverse", times: 3 });
  await pay();
  await controls.settled();
  expect(types()).toEqual([...PAID].reverse());

  receiver.events = [];
  controls.fault({ kind: "webhook_hold", times: 1, match: "^payment_intent\\.succeeded$" });
  await pay();
  await controls.settled();
  expect(types()).toEqual(PAID.slice(0, 2));
  await controls.releaseWebhooks();
  await controls.settled();
  expect(types()).toEqual(PAID);

  receiver.events = [];
  controls.fault({ kind: "webhook_wrong_secret", match: "charge" });
  await pay();
  await controls.settled();
  expect(receiver.refused).toBe(1);
  await controls.retryWebhooks();
  await controls.settled();
  expect(types()).toContain("charge.succeeded");
});
