import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { insertTopUp } from "~/payments/inside/insert-top-up.server";
import { topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { readStatusNow } from "~/payments/inside/subscription/read-status.server";
import { recordUsage } from "~/payments/inside/subscription/record-usage.server";
import { subscribe } from "~/payments/inside/subscription/subscribe.server";
import { env } from "~/platform/env.server";
import { askDeletion } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { anAutoTenant, chargesOf, creditsOf, later, standingOf } from "../../payments/database/auto-top-up";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "../../payments/database/purse";
import { givenUpAtTheBank, paidAndRefunded } from "../../payments/database/subscription/subscribing";
import { aCard, answerBank, payOnPage, useProvider } from "../../support/provider";
import { openGate, type ProviderGate } from "../../support/provider-gate";
import { until } from "../../support/until";
import { startWorker, type WorkerProcess } from "../../support/worker-process";
import { waking } from "./waking";

const CHARGE = /^POST \/v1\/payment_intents$/;

const shop = useProvider();
let gate: ProviderGate;
let worker: WorkerProcess;

beforeAll(async () => {
  gate = await openGate(() => shop.sandbox.origin);
});
// No webhook of the provider helps: the worker itself must continue.
beforeEach(() => shop.sandbox.controls.fault({ kind: "webhook_hold", times: 1000 }));
afterEach(async () => {
  await worker.end();
  shop.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});
afterAll(async () => await gate.close());

const live = async () => {
  worker = await startWorker({ STRIPE_SANDBOX_ORIGIN: gate.origin });
};
const kill = async () => await worker.end("SIGKILL");
/** The next worker releases the dead one's jobs in less than half a minute. */
const liveAgain = async () => {
  await live();
  await until("the jobs of the dead worker to be free", async () => {
    const locked = await db.query(`select from graphile_worker.jobs where locked_at < now() - interval '20 seconds'`);
    return locked.length === 0;
  });
};

/** Items that the job has taken become due again: the minutes until then pass. */
async function minutesPass(): Promise<void> {
  await db.query(`update top_up set asked_at = asked_at - interval '5 minutes'`);
  await db.query(`update webhook_event set try_after = try_after - interval '2 hours'`);
}

/** The worker requests a charge, which is made, and is killed before the answer arrives. */
async function killAfterCharge(jobs: string[]): Promise<void> {
  let charged = false;
  void gate.hold(CHARGE).then(() => (charged = true));
  await live();
  await waking(jobs, "the charge at the provider", () => charged);
  await kill();
}

test("a top-up whose worker is killed between the charge and its posting is charged and credited once", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  await insertTopUp({
    topupId: randomUUID(),
    tenantId: payer.tenantId,
    cents: 5000n as Cents,
    way: "saved_card",
    pmId,
    now: later(new Date(), { minutes: -5 }),
  });
  await killAfterCharge(["settle-top-ups"]);
  expect(chargesOf(shop.sandbox, payer)).toEqual([5000]);
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  await minutesPass();
  await liveAgain();
  const settled = async () => (await topUpsOf(payer))[0]?.state === "settled";
  await waking(["settle-top-ups"], "the top-up to be settled", settled);
  expect(chargesOf(shop.sandbox, payer)).toEqual([5000]);
  expect(await creditsOf(payer.tenantId)).toEqual([5000n]);
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("so is an automatic top-up, which then continues to watch", async () => {
  const tenant = await anAutoTenant();
  await killAfterCharge(["auto-top-up"]);
  expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
  expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "charging" });
  await minutesPass();
  await liveAgain();
  const watches = async () => (await standingOf(tenant.tenantId)).state === "watching";
  await waking(["settle-top-ups", "auto-top-up"], "the automatic top-up to watch again", watches);
  expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
  expect(await creditsOf(tenant.tenantId)).toEqual([5000n]);
});

/** A credited top-up of 50.00, of which the provider has refunded 20.00; the worker does not know it yet. */
async function aRefunded() {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const asked = { pmId, cents: 5000n as Cents, cardHolderName: "Ada", now: new Date() };
  await topUpFromCard({ ...payer, ...asked, topupId: randomUUID() });
  const [topUp] = await topUpsOf(payer);
  shop.sandbox.controls.clearFaults();
  await shop.sandbox.controls.refund({ payment_intent: topUp?.payment_intent_id ?? "", amount: 2000 });
  await shop.sandbox.controls.settled();
  return payer;
}

/** The next worker takes over the work of the last one. */
async function refundIsTakenOnce(payer: Awaited<ReturnType<typeof aPayer>>): Promise<void> {
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  await minutesPass();
  await liveAgain();
  const taken = async () => (await topUpsOf(payer))[0]?.state === "refunded";
  await waking(["work-on-events"], "the refund to be taken", taken);
  expect(await purse(payer)).toEqual({ cents: 3000, owed: 0 });
  const posted = await db.query(`select from ledger_transaction where tenant_id = $1 and key like 'stripe:re_%'`, [
    payer.tenantId,
  ]);
  expect(posted).toHaveLength(1);
}

test("a refund whose worker is killed before it knows of it is debited once", async () => {
  const payer = await aRefunded();
  let reading = false;
  void gate.hold(/^GET \/v1\/refunds\//).then(() => (reading = true));
  await live();
  await waking(["work-on-events"], "the worker to read the refund", () => reading);
  await kill();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  await refundIsTakenOnce(payer);
});

test("so is one whose worker is killed while its posting waits for the ledger", async () => {
  const payer = await aRefunded();
  // A session of the pool would lose its lock while the worker starts: it may be idle for only 15 s.
  const other = new pg.Client({ connectionString: env.DATABASE_URL });
  await other.connect();
  await other.query("begin");
  await other.query(`select from ledger_account where tenant_id = $1 for update`, [payer.tenantId]);
  await live();
  await waking(["work-on-events"], "the posting to wait", async () => {
    const waiting = await db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%ledger_account%'`,
    );
    return waiting.length > 0;
  });
  await kill();
  // The dead worker's transaction ends only now: the database finds no client to answer.
  await other.query("commit");
  await other.end();
  await refundIsTakenOnce(payer);
});

test("metered minutes whose worker is killed before the answer arrives are on the invoice once", async () => {
  const payer = await aPayer();
  await aCard(payer);
  await subscribe({ tenantId: payer.tenantId, state: "active", now: new Date(), agreed: null });
  const used = { minutes: 60, idempotencyKey: "k", usedAt: new Date(), userId: payer.userId, now: new Date() };
  await recordUsage({ ...used, tenantName: payer.tenantName });
  let counted = false;
  void gate.hold(/^POST \/v1\/billing\/meter_events$/).then(() => (counted = true));
  await live();
  await waking(["send-usage"], "the minutes at the provider", () => counted);
  await kill();
  await db.query(`update usage_report set try_after = now() where tenant_id = $1`, [payer.tenantId]);
  await liveAgain();
  const sent = async () =>
    (await db.query(`select from usage_report where tenant_id = $1 and state = 'sent'`, [payer.tenantId])).length > 0;
  await waking(["send-usage"], "the minutes to be sent", sent);
  // The fee of 20.00 and 60 minutes.
  expect(await readStatusNow({ tenantId: payer.tenantId, now: new Date() })).toMatchObject({ total: 2100 });
});

test("a leaver's card whose worker is killed while the provider detaches it is detached by the next worker", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  await db.query(`update card set removed_at = now(), is_default = false, detach_due = true where pm_id = $1`, [pmId]);
  let detached = false;
  void gate.hold(/^POST \/v1\/payment_methods\/\w+\/detach$/).then(() => (detached = true));
  await live();
  await waking(["detach-cards"], "the card to be detached", () => detached);
  await kill();
  await liveAgain();
  const done = async () => (await db.query(`select from card where pm_id = $1 and not detach_due`, [pmId])).length > 0;
  await waking(["detach-cards"], "the card to be done with", done);
});

/** A step in progress when the worker is killed: the provider's effect by then, and the final result. */
interface Step {
  job: string;
  at: RegExp;
  isDone(): Promise<boolean>;
  holds(): Promise<void>;
}

const STEPS: Record<string, () => Promise<Step>> = {
  "money of a dispute is withdrawn": async () => {
    const payer = await aPayer();
    const asked = { pmId: await aCard(payer), cents: 5000n as Cents, cardHolderName: "Ada", now: new Date() };
    await topUpFromCard({ ...payer, ...asked, topupId: randomUUID() });
    const [topUp] = await topUpsOf(payer);
    const { id } = await shop.sandbox.controls.dispute({ payment_intent: topUp?.payment_intent_id ?? "" });
    return {
      job: "work-on-events",
      at: new RegExp(`^GET /v1/disputes/${id}`),
      isDone: async () => (await topUpsOf(payer))[0]?.state === "disputed",
      holds: async () => expect(await purse(payer)).toEqual({ cents: 0, owed: 0 }),
    };
  },
  "an abandoned subscription is refunded": async () => {
    const { payer, actionUrl } = await givenUpAtTheBank();
    await subscribe({ tenantId: payer.tenantId, state: "active", now: new Date(), agreed: null });
    await answerBank(actionUrl, "confirm");
    return {
      job: "sync-subscriptions",
      at: /^POST \/v1\/refunds$/,
      isDone: async () =>
        (await db.query(`select from subscription where tenant_id = $1 and cleared_at is not null`, [payer.tenantId]))
          .length > 0,
      holds: async () => {
        expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [2000, 2000], refunded: [0, 2000] });
        const mails = await db.query(`select from mail where to_address = $1 and subject like '%was refunded'`, [
          payer.email,
        ]);
        expect(mails).toHaveLength(1);
      },
    };
  },
  "the card of a deleted account is let go": async () => {
    const payer = await aPayer();
    const pmId = await aCard(payer);
    const asked = { userId: payer.userId, confirmation: payer.email, givesUpCents: 0, requestId: "test" };
    await askDeletion({ ...asked, now: new Date() });
    return {
      job: "delete-accounts",
      at: new RegExp(`^POST /v1/payment_methods/${pmId}/detach$`),
      isDone: async () =>
        (await db.query(`select from account_deletion where user_id = $1 and step = 'forget-mails'`, [payer.userId]))
          .length > 0,
      holds: async () =>
        expect(await db.query(`select removed_at is null as kept from card where pm_id = $1`, [pmId])).toEqual([
          { kept: false },
        ]),
    };
  },
  "a page of the provider that was paid is credited": async () => {
    const payer = await aPayer();
    const asked = { cents: 5000n as Cents, cardHolderName: "Ada", saveCard: false, now: new Date() };
    const outcome = await topUpAtProvider({ ...payer, ...asked, topupId: randomUUID() });
    await payOnPage(outcome.kind === "provider" ? outcome.to : "");
    const { session_id: sessionId } = (await topUpsOf(payer))[0] ?? {};
    return {
      job: "settle-top-ups",
      at: new RegExp(`^GET /v1/checkout/sessions/${sessionId}`),
      isDone: async () => (await topUpsOf(payer))[0]?.state === "settled",
      holds: async () => expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 }),
    };
  },
};

test(`what a killed worker has in hand is done once by the next one: ${Object.keys(STEPS).join("; ")}`, async () => {
  // Webhooks of the preparation arrive; those of the worker's actions are held.
  shop.sandbox.controls.clearFaults();
  const steps: Step[] = [];
  for (const prepare of Object.values(STEPS)) steps.push(await prepare());
  await shop.sandbox.controls.settled();
  shop.sandbox.controls.fault({ kind: "webhook_hold", times: 1000 });
  await db.query(`delete from webhook_event where type not like 'charge.dispute.%'`);
  const passes = async () => {
    await minutesPass();
    await db.query(`update subscription set asked_at = asked_at - interval '2 hours'`);
  };
  await passes();
  let inHand = 0;
  for (const { at } of steps) void gate.hold(at).then(() => (inHand += 1));
  await live();
  const jobs = steps.map(({ job }) => job);
  await waking(jobs, "the worker to have all of them in hand", () => inHand === steps.length);
  for (const { isDone } of steps) expect(await isDone()).toBe(false);
  await kill();
  await passes();
  await liveAgain();
  await waking(jobs, "all of them to be done", async () =>
    (await Promise.all(steps.map(({ isDone }) => isDone()))).every(Boolean),
  );
  for (const { holds } of steps) await holds();
});
