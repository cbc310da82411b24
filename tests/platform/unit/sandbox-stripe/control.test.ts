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

async function control(
  method: string,
  path: string,
  given?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${shop.sandbox.origin}/_sandbox/${path}`, {
    method,
    headers: { authorization: `Bearer ${shop.sandbox.controlSecret}`, ...headers },
    ...(given ? { body: JSON.stringify(given) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test("a call without the secret is refused, and changes nothing", async () => {
  for (const authorization of ["", "Bearer", "Bearer guess", shop.sandbox.controlSecret]) {
    const refused = await control("POST", "clock", { advance: 3600 }, { authorization });
    expect(refused.status).toBe(401);
  }
  expect((await control("GET", "state")).body["now"]).toBe(Date.parse("2026-11-21T12:00:00Z") / 1000);
});

const pay = () =>
  shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: "usd",
    confirm: true,
    payment_method: "pm_card_visa",
  });

test("faults are ordered, listed and cancelled", async () => {
  const ordered = await control("POST", "faults", { kind: "rate_limit", times: 2, match: "invoices" });
  expect(ordered.body["faults"]).toEqual([{ kind: "rate_limit", left: 2, match: "invoices", delay_ms: 0 }]);
  expect((await refusal(shop.stripe.invoices.list())).statusCode).toBe(429);
  expect((await pay()).status).toBe("succeeded");
  expect((await control("GET", "state")).body["faults"]).toMatchObject([{ left: 1 }]);
  expect((await control("DELETE", "faults")).body["faults"]).toEqual([]);
  expect((await shop.stripe.invoices.list()).data).toEqual([]);
});

test("time advances on command, and objects are dated with it", async () => {
  const { body } = await control("POST", "clock", { advance: 3600 });
  expect(body).toEqual({ now: Date.parse("2026-11-21T13:00:00Z") / 1000 });
  expect((await pay()).created).toBe(body["now"]);
});

test("payments are refunded and disputed without the product", async () => {
  const [first, second] = [await pay(), await pay()];
  const refund = await control("POST", "refunds", { payment_intent: first.id, amount: 700 });
  expect(refund.body).toMatchObject({ object: "refund", amount: 700, status: "succeeded" });
  const failed = await control("POST", `refunds/${String(refund.body["id"])}/fail`);
  expect(failed.body).toMatchObject({ status: "failed" });
  const dispute = await control("POST", "disputes", { payment_intent: second.id, reason: "general" });
  expect(dispute.body).toMatchObject({ object: "dispute", reason: "general" });
  const won = await control("POST", `disputes/${String(dispute.body["id"])}`, { outcome: "won" });
  expect(won.body).toMatchObject({ status: "won" });
  const listed = await control("GET", "objects/dispute");
  expect(listed.body["data"]).toMatchObject([{ id: dispute.body["id"] }]);
});

test("a payment stays in processing until it is ended", async () => {
  await control("POST", "payments/slow", { times: 1 });
  const intent = await pay();
  expect(intent.status).toBe("processing");
  expect((await pay()).status).toBe("succeeded");
  const ended = await control("POST", `payments/${intent.id}`, { outcome: "failed" });
  expect(ended.body).toMatchObject({ id: intent.id, status: "requires_payment_method" });
});

test("held webhooks are released, and their delivery is awaited", async () => {
  for (const path of ["release", "retry", "settled"])
    expect((await control("POST", `webhooks/${path}`)).body["webhooks"]).toMatchObject({ waiting: 0 });
});

test.each([
  ["POST", "faults", { kind: "flood" }],
  ["POST", "faults", { kind: "delay", match: "(" }],
  ["POST", "clock", { advance: "soon" }],
  ["POST", "refunds", {}],
  ["POST", "refunds", { payment_intent: "pi_none" }],
  ["POST", "nothing", {}],
])("%s %s with %o is refused", async (method, path, given) => {
  const { status, body } = await control(method, path, given);
  expect(status === 400 || status === 404).toBe(true);
  expect(body).toMatchObject({ error: { message: expect.any(String) } });
});

test("a page in the browser reaches no control", async () => {
  const refused = await control("POST", "clock", { advance: 1 }, { origin: "http://evil.example" });
  expect(refused.status).toBe(403);
});
