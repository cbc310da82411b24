import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, openShop, refusal, type Shop } from "./client";

let shop: Shop;
let customer = "";

beforeAll(async () => {
  shop = await openShop();
  customer = (await shop.stripe.customers.create({ email: "ada@millrace.example" })).id;
});

afterAll(async () => {
  expect(shop.sandbox.controls.state().invalid).toEqual([]);
  await shop.sandbox.stop();
});

const charges = () => shop.sandbox.controls.objects("charge").length;
const pay = (idempotencyKey: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  shop.stripe.paymentIntents.create(
    {
      amount: 5000,
      currency: "usd",
      customer,
      confirm: true,
      payment_method: "pm_card_visa",
      ...more,
    },
    { idempotencyKey },
  );

test("a repeated key gives the first answer and charges once", async () => {
  const before = charges();
  const first = await pay("topup:1");
  const again = await pay("topup:1");
  expect(again.id).toBe(first.id);
  const { headers } = again.lastResponse;
  expect(headers["idempotent-replayed"]).toBe("true");
  expect(charges()).toBe(before + 1);
});

test("a repeated key with other parameters is refused", async () => {
  await pay("topup:2");
  const refused = await refusal(pay("topup:2", { amount: 6000 }));
  expect(refused).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(refused.statusCode).toBe(400);
});

test("a decline is stored under its key; the next attempt needs its own key", async () => {
  const declined = { payment_method: "pm_card_chargeDeclined" };
  const first = await refusal(pay("topup:3:1", declined));
  const again = await refusal(pay("topup:3:1", declined));
  expect(again.payment_intent?.id).toBe(first.payment_intent?.id);
  expect(again.headers?.["idempotent-replayed"]).toBe("true");
  expect((await pay("topup:3:2")).status).toBe("succeeded");
});

test("a refused parameter stores nothing under the key", async () => {
  expect((await refusal(pay("topup:4", { amount: undefined as never }))).code).toBe("parameter_missing");
  expect((await pay("topup:4")).status).toBe("succeeded");
});

test("a second request during the first is refused", async () => {
  shop.sandbox.controls.fault({ kind: "delay", delay_ms: 300, match: "payment_intents" });
  const first = pay("topup:5");
  const taken = await refusal(
    (async () => {
      for (;;)
        if (shop.sandbox.controls.state().faults.length === 0) return await pay("topup:5");
        else await new Promise((resolve) => setImmediate(resolve));
    })(),
  );
  expect(taken).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  expect((await first).status).toBe("succeeded");
});

test("an answer cut after the charge, repeated with its key, is one charge", async () => {
  const before = charges();
  // The SDK itself repeats a lost connection once.
  shop.sandbox.controls.fault({ kind: "cut_after", times: 2, match: "POST /v1/payment_intents" });
  expect(await refusal(pay("topup:6"))).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect((await pay("topup:6")).status).toBe("succeeded");
  expect(charges()).toBe(before + 1);
});

test("an answer cut before the charge, repeated with its key, is one charge", async () => {
  const before = charges();
  shop.sandbox.controls.fault({ kind: "cut_before", times: 2, match: "POST /v1/payment_intents" });
  expect(await refusal(pay("topup:7"))).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(charges()).toBe(before);
  expect((await pay("topup:7")).status).toBe("succeeded");
  expect(charges()).toBe(before + 1);
});

test("a failure after the charge is stored under the key, one before it is not", async () => {
  const before = charges();
  shop.sandbox.controls.fault({ kind: "error_before", match: "payment_intents" });
  expect((await refusal(pay("topup:8"))).statusCode).toBe(500);
  expect(charges()).toBe(before);
  expect((await pay("topup:8")).status).toBe("succeeded");

  shop.sandbox.controls.fault({ kind: "error_after", match: "payment_intents" });
  expect((await refusal(pay("topup:9"))).statusCode).toBe(500);
  expect((await refusal(pay("topup:9"))).statusCode).toBe(500);
  expect(charges()).toBe(before + 2);
});

test("too many requests are refused before anything happens", async () => {
  shop.sandbox.controls.fault({ kind: "rate_limit" });
  expect(await refusal(pay("topup:10"))).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  expect((await pay("topup:10")).status).toBe("succeeded");
});

test("live keys, no key and other names of this machine are refused", async () => {
  const live = await refusal(clientOf(shop.sandbox.port, "sk_live_1").events.list());
  expect(live).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  expect(live.message).toContain("does not accept live keys");
  const bare = await fetch(`${shop.sandbox.origin}/v1/customers`);
  expect(bare.status).toBe(401);
  expect(await bare.json()).toMatchObject({ error: { type: "invalid_request_error" } });
});

test("unknown requests are refused as by Stripe", async () => {
  const answer = await fetch(`${shop.sandbox.origin}/v1/nothing`, {
    headers: { authorization: "Bearer sk_test_1" },
  });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining("Unrecognized") } });
  expect((await refusal(shop.stripe.customers.retrieve("cus_none"))).code).toBe("resource_missing");
  const unknown = await refusal(shop.stripe.customers.create({ emial: "a" } as never));
  expect(unknown).toMatchObject({ code: "parameter_unknown", param: "emial" });
  const nested = await refusal(
    shop.stripe.checkout.sessions.create({
      mode: "payment",
      success_url: "http://127.0.0.1/",
      line_items: [{ price_data: { currency: "usd", unit_amount: 500, product_data: { nam: "x" } as never } }],
    }),
  );
  expect(nested.param).toMatch(/^line_items\[0\]\[price_data\]\[product_data\]/);
  const gone = await refusal(
    shop.stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      payment_method_types: ["card"],
    } as never),
  );
  expect(gone.code).toBe("payment_method_types_no_longer_supported");
});
