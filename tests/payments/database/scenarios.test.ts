import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterEach, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { watchBalances } from "~/compute/watch-balances.server";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import type { Cents } from "~/money/units";
import { processEvents } from "~/payments/process-events.server";
import { env } from "~/platform/env.server";
import { action as webhook } from "~/payments/api/payments/webhook";
import { action as fundsAction, loader as fundsLoader } from "~/payments/screens/add-funds/route";
import { loader as billingLoader } from "~/money/screens/billing/route";
import { aCard, useProvider, WEBHOOK_SECRET } from "../../support/provider";
import { argsOf } from "../../support/route-args";
import { theCatalogue } from "../../support/world";
import { aRunningTask, at, report, START } from "../../money/database/billing/running-task";
import { answerOf, aVisit, get, post } from "../../accounts/database/screens/visit";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";

const provider = useProvider();
const FUNDS = "/billing/add-funds";
const REPLAYS = 3;

beforeAll(async () => await theCatalogue());

afterEach(async () => {
  provider.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});

/** Sends an event to the product's own route, with a new signature as in the provider's retries. */
async function deliver(payload: string, { secret = WEBHOOK_SECRET, ageS = 0 } = {}): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000) - ageS;
  const signature = await new Stripe("sk_test_x").webhooks.generateTestHeaderStringAsync({
    payload,
    timestamp,
    secret,
  });
  const request = new Request(`${env.APP_ORIGIN}/webhooks/stripe`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
    body: payload,
  });
  return (await webhook(argsOf(request))).status;
}

/** Every event of the provider as it was stored when it arrived, oldest first. */
async function storedEvents(): Promise<string[]> {
  const rows = await db.query<{ payload: object }>(
    `select payload from webhook_event order by created_at, received_at`,
  );
  return rows.map(({ payload }) => JSON.stringify(payload));
}

async function heard() {
  await provider.sandbox.controls.settled();
  await processEvents({ now: new Date(Date.now() + 3_600_000) });
}

/** Processed events are processed again, as after a restore. */
async function again() {
  await db.query(`update webhook_event set state = 'received', try_after = received_at`);
  await heard();
}

test("scenario 40: 50 with a good card is Pending until it is settled, then +50.00 once, however often that is reported", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const visit = await aVisit(payer);
  provider.sandbox.controls.slowPayments(1);
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: pmId };
  const answer = await answerOf(await fundsAction(post(visit, FUNDS, fields)));
  expect([answer.status, answer.location]).toEqual([303, "/billing"]);

  const pending = await billingLoader(get(visit, "/billing"));
  expect(pending.topUps).toMatchObject([{ cents: 5000, waits: false }]);
  expect(pending.money?.balance).toMatchObject({ dollars_est: 0, dollars_pending: 50 });
  expect(pending.transactions).toEqual([]);

  const [topUp] = await topUpsOf(payer);
  await provider.sandbox.controls.endPayment(topUp?.payment_intent_id ?? "", "succeeded");
  await heard();
  // The page that the customer returns to asks the provider itself.
  await expect(fundsLoader(get(visit, `${FUNDS}?return=${fields.topup_id}`))).rejects.toMatchObject({
    status: 302,
  });
  for (let replay = 0; replay < REPLAYS; replay += 1) {
    for (const event of await storedEvents()) expect(await deliver(event)).toBe(200);
    await again();
  }
  const settled = await billingLoader(get(visit, "/billing"));
  expect(settled.topUps).toEqual([]);
  expect(settled.money?.balance).toMatchObject({ dollars_est: 50, dollars_pending: 0 });
  expect(settled.transactions?.map(({ kind, dollars_billed }) => [kind, dollars_billed])).toEqual([["topup", -50]]);
});

test("scenario 41: a wrong signature and one older than 300 s are 400 without effect; for any order of events, the provider's present state wins", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  provider.sandbox.controls.fault({ kind: "webhook_hold", times: 100 });
  const topupId = randomUUID();
  const asked = { tenantId: payer.tenantId, topupId, pmId, cents: 5000n as Cents };
  provider.sandbox.controls.slowPayments(1);
  await topUpFromCard({ ...asked, cardHolderName: "Ada", now: new Date() });
  const [{ payment_intent_id: paymentIntentId } = { payment_intent_id: "" }] = await topUpsOf(payer);
  await provider.sandbox.controls.endPayment(paymentIntentId, "succeeded");
  await provider.sandbox.controls.refund({ payment_intent: paymentIntentId, amount: 2000 });

  const forged = JSON.stringify({
    id: "evt_forged",
    object: "event",
    api_version: Stripe.API_VERSION,
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    type: "payment_intent.succeeded",
    pending_webhooks: 1,
    data: { object: { id: paymentIntentId, object: "payment_intent" } },
    request: null,
  });
  expect(await deliver(forged, { secret: "whsec_wrong" })).toBe(400);
  expect(await deliver(forged, { ageS: 301 })).toBe(400);
  await heard();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });

  // The refund arrives before the payment, and both before the payment's creation.
  await provider.sandbox.controls.releaseWebhooks({ reverse: true });
  await heard();
  expect(await purse(payer)).toEqual({ cents: 3000, owed: 0 });
  const events = await storedEvents();
  for (const event of [...events.reverse(), ...events]) expect(await deliver(event)).toBe(200);
  await again();
  expect(await purse(payer)).toEqual({ cents: 3000, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "refunded" }]);
});

test("scenario 36: a top-up by card enables both warnings again, even one that arrives while nothing runs", async () => {
  const payer = await aPayer(36);
  const pmId = await aCard(payer);
  // 100 units a second: 36 dollars last 129600 s.
  const running = await aRunningTask({ tenantId: payer.tenantId, pph: 100 });
  const warnedBy = async (second: number, task = running) => {
    await report([task], second);
    await chargeRunning({ now: at(second) });
    for (const later of [0, 1, 2]) await watchBalances({ now: at(second + later) });
    return await warningsOf(payer);
  };
  const topUp = async () => {
    const asked = { tenantId: payer.tenantId, topupId: randomUUID(), pmId, cents: 3600n as Cents };
    expect(await topUpFromCard({ ...asked, cardHolderName: "Ada", now: new Date() })).toEqual({
      kind: "settled",
    });
  };
  const [day, hour] = ["24 hours", "1 hour"];
  expect(await warnedBy(43_190)).toEqual([]);
  expect(await warnedBy(43_200)).toEqual([day]);
  expect(await warnedBy(126_000)).toEqual([day, hour]);
  await topUp();
  expect(await warnedBy(126_010)).toEqual([day, hour]);
  expect(await warnedBy(172_800)).toEqual([day, hour, day]);
  expect(await warnedBy(255_600)).toEqual([day, hour, day, hour]);
  await db.query(
    `update task set state = 'killed', finished_at = $2, charged_to = null, settled_at = null where resv_guid = $1`,
    [running.resvGuid, at(255_600)],
  );
  await topUp();
  const next = await aRunningTask({ tenantId: payer.tenantId, pph: 100, from: 300_000 });
  expect(await warnedBy(300_010, next)).toEqual([day, hour, day, hour]);
  expect(await warnedBy(346_800, next)).toEqual([day, hour, day, hour, day]);
  expect(await warnedBy(429_600, next)).toEqual([day, hour, day, hour, day, hour]);
  await db.query(`update task set state = 'killed', finished_at = $2, charged_to = null where resv_guid = $1`, [
    ...[next.resvGuid, START],
  ]);
});

/** The times in the warnings, the same on the screen and by mail. */
async function warningsOf({ tenantId }: { tenantId: number }): Promise<string[]> {
  const told = await db.query<{ text: string }>(
    `select human_readable_message as text from notification
     where tenant_id = $1 and human_readable_message like 'Your balance lasts%' order by id`,
    [tenantId],
  );
  const mails = await db.query<{ text: string }>(
    `select text from mail where cause like 'low-balance:' || $1 || ':%' order by id`,
    [tenantId],
  );
  expect(mails).toEqual(told);
  return told.map(({ text }) => /less than (.+?)\./.exec(text)?.[1] ?? text);
}
