import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_CARDS } from "../../../../worker/sandbox-stripe/resources/test-cards";
import { openShop, post, refusal, type Shop, typed } from "./client";

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

const pay = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: "usd",
    customer,
    confirm: true,
    payment_method,
    ...more,
  });
/** Another card with that number, which nobody has used yet. */
const methodOf = async (number: string) => {
  const name = TEST_CARDS.find((card) => card.number === number)?.names[0] ?? "";
  return (await shop.stripe.paymentMethods.retrieve(`pm_card_${name}`)).id;
};

describe.each(TEST_CARDS)("$number", ({ number, brand, decline, savable, confirm, names }) => {
  test("is known by its names", async () => {
    const cards = names.map((name) => shop.stripe.paymentMethods.retrieve(`pm_card_${name}`));
    for (const { card } of await Promise.all(cards)) expect(card).toMatchObject({ brand, last4: number.slice(-4) });
  });

  test("is charged off-session as by Stripe", async () => {
    const paying = pay(await methodOf(number), { off_session: true });
    if (!decline && !confirm) return expect((await paying).status).toBe("succeeded");
    const refused = await refusal(paying);
    expect(refused).toBeInstanceOf(Stripe.errors.StripeCardError);
    const code = confirm ? "authentication_required" : decline?.code;
    expect(refused).toMatchObject({ code, statusCode: 402 });
    expect(refused.payment_intent).toMatchObject({
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: { code, payment_method: { card: { last4: number.slice(-4) } } },
    });
  });

  test("is saved as by Stripe", async () => {
    const id = await methodOf(number);
    const saving = shop.stripe.paymentMethods.attach(id, { customer });
    if (decline && !savable) expect((await refusal(saving)).code).toBe(decline.code);
    else expect((await saving).customer).toBe(customer);
  });
});

test("a card that asks once pays off-session after it was confirmed once", async () => {
  const method = await methodOf("4000002500003155");
  const intent = await pay(method, {
    setup_future_usage: "off_session",
    return_url: "http://127.0.0.1:3000/back?topup=1",
  });
  expect(intent.status).toBe("requires_action");
  const back = await post(intent.next_action?.redirect_to_url?.url ?? "", { answer: "confirm" });
  const url = new URL(back.to);
  expect(url.searchParams.get("redirect_status")).toBe("succeeded");
  expect(url.searchParams.get("payment_intent")).toBe(intent.id);
  expect(url.searchParams.get("topup")).toBe("1");
  expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  expect((await pay(method, { off_session: true })).status).toBe("succeeded");
});

test("a card that always asks pays off-session never, and on-session after the bank", async () => {
  const saved = await shop.stripe.paymentMethods.attach(await methodOf("4000002760003184"), { customer });
  const refused = await refusal(pay(saved.id, { off_session: true }));
  const id = refused.payment_intent?.id ?? "";
  const asked = await shop.stripe.paymentIntents.confirm(id, {
    payment_method: saved.id,
    return_url: "http://127.0.0.1:3000/back",
  });
  const bank = asked.next_action?.redirect_to_url?.url ?? "";
  expect(await (await fetch(bank)).text()).toContain("$50.00");
  expect((await post(bank, { answer: "refuse" })).to).toContain("redirect_status=failed");
  const failed = await shop.stripe.paymentIntents.retrieve(id);
  expect(failed.last_payment_error?.code).toBe("payment_intent_authentication_failure");
  await shop.stripe.paymentIntents.confirm(id, {
    payment_method: saved.id,
    return_url: "http://127.0.0.1:3000/back",
  });
  expect((await post(bank, { answer: "confirm" })).to).toContain("redirect_status=succeeded");
});

test.each([
  [{ number: "4242424242424241" }, "Your card number is incorrect."],
  [{ number: "4539578763621486" }, "used a non test card"],
  [{ expiry: "12 / 20" }, "expiration year is invalid"],
  [{ expiry: "13 / 34" }, "expiration month is invalid"],
  [{ cvc: "12" }, "security code is invalid"],
])("a typed card with %o is refused: %s", async (wrong, words) => {
  const success_url = "http://127.0.0.1:3000/back";
  const { url } = await shop.stripe.checkout.sessions.create({ mode: "setup", currency: "usd", success_url });
  const answer = await post(url ?? "", { ...typed("4242424242424242"), ...wrong });
  expect(answer.status).toBe(402);
  expect(answer.text).toContain(words);
});

test("another customer's card, and a removed one, pay nothing", async () => {
  const other = await shop.stripe.customers.create();
  const theirs = await shop.stripe.paymentMethods.attach("pm_card_visa", { customer: other.id });
  expect((await refusal(pay(theirs.id))).message).toContain("does not have a payment method");
  await shop.stripe.paymentMethods.detach(theirs.id);
  expect((await refusal(pay(theirs.id))).message).toContain("may not be used again");
});
