import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, post, type Shop, typed } from "./client";

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

test("a person pays on the hosted page after a declined card, on one payment", async () => {
  const { url = null, id } = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    customer,
    client_reference_id: "topup-1",
    success_url: "http://127.0.0.1:3000/back?sid={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:3000/cancel",
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: 5000, product_data: { name: "Credit <&>" } },
      },
    ],
    payment_intent_data: { metadata: { topup: "topup-1" }, setup_future_usage: "off_session" },
  });
  const page = await (await fetch(url ?? "")).text();
  for (const text of ["Sandbox.", "No card is charged.", "$50.00", "Credit &lt;&amp;&gt;", "Pay $50.00", "Cancel"])
    expect(page).toContain(text);
  expect(page).not.toContain("<script");

  const declined = await post(url ?? "", typed("4000 0000 0000 0002"));
  expect(declined).toMatchObject({ status: 402 });
  expect(declined.text).toContain("Your card was declined.");
  expect(declined.text).toContain('value="Ada Lovelace"');
  expect(declined.text).not.toContain('4000 0000 0000 0002"');

  const paid = await post(url ?? "", typed("4242 4242 4242 4242"));
  expect(paid).toMatchObject({ status: 303, to: `http://127.0.0.1:3000/back?sid=${id}` });
  expect(await post(url ?? "", typed("4242424242424242"))).toMatchObject({ status: 303, to: paid.to });

  const session = await shop.stripe.checkout.sessions.retrieve(id, {
    expand: ["payment_intent.latest_charge"],
  });
  expect(session).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    payment_intent: { status: "succeeded", amount_received: 5000, metadata: { topup: "topup-1" } },
  });
  const charges = shop.sandbox.controls.objects("charge");
  expect(charges.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  const [card] = (await shop.stripe.customers.listPaymentMethods(customer)).data;
  expect(card).toMatchObject({ card: { last4: "4242" }, billing_details: { name: "Ada Lovelace" } });
});

test("a card is saved on the hosted page, through the bank if the card requires it", async () => {
  const { url, id, setup_intent } = await shop.stripe.checkout.sessions.create({
    mode: "setup",
    currency: "usd",
    customer,
    success_url: "http://127.0.0.1:3000/back?sid={CHECKOUT_SESSION_ID}",
    setup_intent_data: { metadata: { tenant: "7" } },
  });
  const asked = await post(url ?? "", typed("4000002500003155"));
  expect(asked).toMatchObject({ status: 303, to: `${shop.sandbox.origin}/bank/${String(setup_intent)}` });
  const refused = await post(asked.to, { answer: "refuse" });
  const again = await (await fetch(refused.to)).text();
  expect(again).toContain("We are unable to authenticate your payment method.");

  const retried = await post(url ?? "", typed("4000002500003155"));
  const confirmed = await post(retried.to, { answer: "confirm" });
  const back = await fetch(confirmed.to, { redirect: "manual" });
  expect(back.headers.get("location")).toBe(`http://127.0.0.1:3000/back?sid=${id}`);
  const done = await shop.stripe.setupIntents.retrieve(String(setup_intent), { expand: ["payment_method"] });
  expect(done).toMatchObject({
    status: "succeeded",
    metadata: { tenant: "7" },
    payment_method: { customer, card: { last4: "3155" } },
  });
});

test("a payment that is slow at the bank completes after the person has left", async () => {
  const { controls } = shop.sandbox;
  for (const outcome of ["succeeded", "failed"] as const) {
    const { url, id } = await shop.stripe.checkout.sessions.create({
      mode: "payment",
      customer,
      success_url: "http://127.0.0.1:3000/back",
      line_items: [
        { quantity: 2, price_data: { currency: "usd", unit_amount: 500, product_data: { name: "Credit" } } },
      ],
    });
    controls.slowPayments();
    expect(await post(url ?? "", typed("4242424242424242"))).toMatchObject({ status: 303 });
    const waiting = await shop.stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
    expect(waiting).toMatchObject({ status: "complete", payment_status: "unpaid", amount_total: 1000 });
    expect(waiting.payment_intent).toMatchObject({ status: "processing" });
    const intent = typeof waiting.payment_intent === "object" ? waiting.payment_intent?.id : undefined;
    await controls.endPayment(intent ?? "", outcome);
    const [event] = (await shop.stripe.events.list({ type: "checkout.session.*" })).data;
    expect(event?.type).toBe(`checkout.session.async_payment_${outcome}`);
    const paid = outcome === "succeeded" ? "paid" : "unpaid";
    expect((await shop.stripe.checkout.sessions.retrieve(id)).payment_status).toBe(paid);
  }
});

test("an expired page accepts no card", async () => {
  const { url, id } = await shop.stripe.checkout.sessions.create({
    mode: "setup",
    currency: "usd",
    customer,
    success_url: "http://127.0.0.1:3000/back",
  });
  await shop.stripe.checkout.sessions.expire(id);
  expect(await post(url ?? "", typed("4242424242424242"))).toMatchObject({ status: 410 });
});
