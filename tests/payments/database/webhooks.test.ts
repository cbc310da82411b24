import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import Stripe from "stripe";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { topUpAtProvider } from "~/payments/inside/start-top-up.server";
import { requireOneMode } from "~/payments/require-one-mode.server";
import { stripe } from "~/payments/stripe-client.server";
import { processEvents } from "~/payments/process-events.server";
import { M } from "~/messages";
import { env } from "~/platform/env.server";
import { scrape } from "~/platform/http/scrape.server";
import { action } from "~/payments/api/payments/webhook";
import { until } from "../../support/until";
import { payOnPage, useProvider, WEBHOOK_SECRET } from "../../support/provider";
import { aPayer, ledgerIsRight, purse } from "./purse";
import { argsOf } from "../../support/route-args";

const provider = useProvider();

afterEach(async () => {
  provider.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});

const stored = async (eventId: string) =>
  await db.query<{ state: string; error: string }>(`select state, error from webhook_event where event_id = $1`, [
    eventId,
  ]);

function anEvent(id: string, more: object = {}): string {
  return JSON.stringify({
    id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: 1_800_000_000,
    livemode: false,
    type: "customer.created",
    data: { object: { id: "cus_1", object: "customer" } },
    pending_webhooks: 1,
    request: null,
    ...more,
  });
}

async function deliver(payload: string, given: { secret?: string; ageS?: number; sent?: string } = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - (given.ageS ?? 0);
  const header = await new Stripe("sk_test_x").webhooks.generateTestHeaderStringAsync({
    payload,
    timestamp,
    secret: given.secret ?? WEBHOOK_SECRET,
  });
  const request = new Request(`${env.APP_ORIGIN}/webhooks/stripe`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": header },
    body: given.sent ?? payload,
  });
  return await action(argsOf(request));
}

async function payUnseen() {
  const payer = await aPayer();
  const page = await topUpAtProvider({
    ...payer,
    topupId: randomUUID(),
    cents: 5000n as Cents,
    cardHolderName: "Ada",
    saveCard: false,
    now: new Date(),
  });
  await payOnPage(page.kind === "provider" ? page.to : "");
  return payer;
}

test("41: a forged, an old and a re-serialised event are refused with 400 and leave no trace", async () => {
  const payload = anEvent("evt_bad");
  const answers = [
    await deliver(payload, { secret: "whsec_wrong" }),
    await deliver(payload, { ageS: 301 }),
    await deliver(payload, { sent: JSON.stringify(JSON.parse(payload), null, 2) }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ retcode: "ERROR" });
  }
  expect(await stored("evt_bad")).toEqual([]);
  expect((await deliver(payload, { ageS: 299 })).status).toBe(200);
});

test("a thin event is refused in words that say what to change at the provider", async () => {
  const answer = await deliver(
    JSON.stringify({ id: "evt_thin", object: "v2.core.event", type: "v2.core.account.updated" }),
  );
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ human_readable_message: M.thinEvent });
  expect(await stored("evt_thin")).toEqual([]);
});

test("the metric counts each event by its outcome, and reads only open ones", async () => {
  await db.query(`delete from webhook_event`);
  await db.query(`delete from webhook_event_sum`);
  const counted = async () =>
    [...(await scrape(new Date())).matchAll(/^millrace_webhook_events_total(.*)$/gm)].map(([, line]) => line);
  await deliver(anEvent("evt_one"));
  await deliver(anEvent("evt_one"));
  await deliver(anEvent("evt_two"));
  expect(await counted()).toEqual(['{type="customer.created",result="received"} 2']);
  await processEvents({ now: new Date() });
  await deliver(anEvent("evt_three"));
  await db.query(`update webhook_event set error = 'refused' where event_id = 'evt_three'`);
  expect(await counted()).toEqual([
    '{type="customer.created",result="ignored"} 2',
    '{type="customer.created",result="failed"} 1',
  ]);
});

test("unknown events, and those of the other mode, are stored and ignored", async () => {
  expect((await deliver(anEvent("evt_other"))).status).toBe(200);
  const live = { livemode: true, type: "payment_intent.succeeded", data: { object: { id: "pi_1" } } };
  expect((await deliver(anEvent("evt_live", live))).status).toBe(200);
  await processEvents({ now: new Date() });
  expect(await stored("evt_other")).toEqual([{ state: "ignored", error: "" }]);
  expect(await stored("evt_live")).toEqual([{ state: "ignored", error: "" }]);
});

test("the event of a payment of another program is done, whatever its metadata has as a top-up", async () => {
  const { id } = await stripe().paymentIntents.create({
    amount: 500,
    currency: "usd",
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
    confirm: true,
    metadata: { topup: "order-17" },
  });
  const type = "payment_intent.succeeded";
  await deliver(anEvent("evt_program", { type, data: { object: { id, object: "payment_intent" } } }));
  await processEvents({ now: new Date() });
  expect(await stored("evt_program")).toEqual([{ state: "done", error: "" }]);
});

test.each(["a\0b", "a\ud800b"])("an event with text that PostgreSQL has no room for is stored: %j", async (name) => {
  const id = `evt_${name.charCodeAt(1)}`;
  expect((await deliver(anEvent(id, { data: { object: { id: "cus_1", name } } }))).status).toBe(200);
  expect(await stored(id)).toMatchObject([{ state: "received" }]);
});

test("an event that cannot be stored is answered 500, sent again, and its money arrives", async () => {
  await db.query(`alter table webhook_event rename to webhook_event_away`);
  const payer = await payUnseen();
  await provider.sandbox.controls.settled();
  await db.query(`alter table webhook_event_away rename to webhook_event`);
  expect(provider.answers.at(-1)).toBe(500);
  await provider.sandbox.controls.retryWebhooks();
  await provider.sandbox.controls.settled();
  await processEvents({ now: new Date() });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("an event whose effect failed is not done: it is processed again and credited", async () => {
  const payer = await payUnseen();
  await provider.sandbox.controls.settled();
  await db.query(
    `create function fall() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await db.query(`create trigger fall before insert on ledger_transaction for each row execute function fall()`);
  const results = await processEvents({ now: new Date() });
  expect(results).toContainEqual({ type: "payment_intent.succeeded", result: "failed" });
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  await db.query(`drop function fall cascade`);
  expect(await processEvents({ now: new Date() })).toEqual([]);
  await processEvents({ now: new Date(Date.now() + 15_000) });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("a silent provider delays an event without losing it", async () => {
  const payer = await payUnseen();
  await provider.sandbox.controls.settled();
  provider.sandbox.controls.fault({ kind: "cut_before", times: 50 });
  await processEvents({ now: new Date() });
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  provider.sandbox.controls.clearFaults();
  await processEvents({ now: new Date(Date.now() + 15_000) });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("the route accepts only signed JSON of at most 1 MiB, by POST", async () => {
  const send = (init: RequestInit) => action(argsOf(new Request(`${env.APP_ORIGIN}/webhooks/stripe`, init)));
  expect((await send({ method: "GET" })).status).toBe(405);
  const json = { "Content-Type": "application/json" };
  expect((await send({ method: "POST", headers: json, body: "{}" })).status).toBe(400);
  expect((await send({ method: "POST", headers: json, body: "{" })).status).toBe(400);
  expect((await send({ method: "POST", headers: { "Content-Type": "text/plain" }, body: "{}" })).status).toBe(415);
  const large = JSON.stringify({ x: "x".repeat(1024 * 1024) });
  expect((await send({ method: "POST", headers: json, body: large })).status).toBe(413);
});

test("live keys do not start on a database of test mode", async () => {
  await aPayer();
  await payUnseen();
  await expect(requireOneMode()).resolves.toBeUndefined();
  Object.assign(env, { STRIPE_SECRET_KEY: "sk_live_x" });
  await expect(requireOneMode()).rejects.toThrow("a database of their own");
  Object.assign(env, { STRIPE_SECRET_KEY: undefined });
});

test("live keys that start while the database does not answer are refused once it does", async () => {
  await aPayer();
  await payUnseen();
  Object.assign(env, { STRIPE_SECRET_KEY: "sk_live_x" });
  await db.query(`alter table payment_customer rename to payment_customer_away`);
  let refused = false;
  await requireOneMode(() => (refused = true));
  expect(refused).toBe(false);
  await db.query(`alter table payment_customer_away rename to payment_customer`);
  await until("the refusal", () => refused);
  Object.assign(env, { STRIPE_SECRET_KEY: undefined });
});
