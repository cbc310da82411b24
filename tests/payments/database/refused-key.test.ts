import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { startAddingCard } from "~/payments/inside/add-card.server";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { forgetRefusals, readKeyRefusals } from "~/payments/key-standing.server";
import { reconcile } from "~/staff/reconcile.server";
import { settleTopUps } from "~/payments/settle-top-ups.server";
import { topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { STAFF_RIGHT_NAMES } from "~/platform/staff-rights";
import { readAttention } from "~/staff/screens/dashboard/read-attention.server";
import { readMoneyScreen } from "~/staff/screens/money/read-money-screen.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { atProvider } from "../../../worker/jobs/payments";
import { log } from "../../../worker/log";
import { aCard, useProvider } from "../../support/provider";
import { anAutoTenant, chargesOf, later, standingOf } from "./auto-top-up";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";
import { checksByName } from "./reconciling";

const provider = useProvider();
const NOT_NOW = "Card payments are not possible right now. Nothing was charged.";
const now = new Date();
const soon = later(now, { minutes: 2 });

const refuse = (kind: "key_refused" | "key_forbidden" = "key_refused", match = "") =>
  provider.sandbox.controls.fault({ kind, match, times: 1000 });
const repair = () => provider.sandbox.controls.clearFaults();

afterEach(async () => {
  repair();
  await db.query(`delete from provider_refusal`);
  expect(await ledgerIsRight()).toBe(true);
});

async function asking(pmId = "") {
  const payer = await aPayer();
  const card = pmId || (await aCard(payer));
  const asked = { topupId: randomUUID(), cents: 5000n as Cents, cardHolderName: "Ada", now };
  return { payer, asked: { ...asked, ...payer, pmId: card, saveCard: false } };
}

test("a customer reads that nothing was charged, this stays true after the key is repaired, and the next form pays once", async () => {
  const { payer, asked } = await asking();
  refuse();
  await expect(topUpFromCard(asked)).rejects.toThrow(NOT_NOW);
  await expect(topUpAtProvider({ ...asked, topupId: randomUUID() })).rejects.toThrow(NOT_NOW);
  await expect(startAddingCard(asked)).rejects.toThrow(NOT_NOW);
  repair();
  await settleTopUps({ now: soon });
  expect((await topUpsOf(payer)).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(chargesOf(provider.sandbox, payer)).toEqual([]);
  await topUpFromCard({ ...asked, topupId: randomUUID() });
  expect(chargesOf(provider.sandbox, payer)).toEqual([5000]);
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("the first payment of a tenant at the provider's page leaves nothing open either", async () => {
  const payer = await aPayer();
  refuse();
  const asked = { topupId: randomUUID(), cents: 5000n as Cents, cardHolderName: "Ada", saveCard: false, now };
  await expect(topUpAtProvider({ ...asked, ...payer })).rejects.toThrow(NOT_NOW);
  expect(await topUpsOf(payer)).toMatchObject([{ state: "failed" }]);
});

test("a charge that may have happened before the key was refused is neither abandoned nor lost", async () => {
  const { payer, asked } = await asking();
  provider.sandbox.controls.fault({ kind: "cut_after", times: 2, match: "POST /v1/payment_intents" });
  expect(await topUpFromCard(asked)).toEqual({ kind: "pending" });
  refuse();
  expect(await topUpFromCard({ ...asked, now: soon })).toEqual({ kind: "pending" });
  await settleTopUps({ now: soon });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "created" }]);
  repair();
  await settleTopUps({ now: later(soon, { minutes: 2 }) });
  expect(chargesOf(provider.sandbox, payer)).toEqual([5000]);
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("an automatic top-up waits for the key without a decline, and is charged once", async () => {
  const tenant = await anAutoTenant();
  refuse();
  await runAutoTopUps({ now });
  await settleTopUps({ now: soon });
  expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "charging", declines: 0 });
  repair();
  await settleTopUps({ now: later(soon, { minutes: 2 }) });
  await runAutoTopUps({ now: later(soon, { minutes: 2 }) });
  expect(chargesOf(provider.sandbox, tenant)).toEqual([5000]);
  expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "watching", declines: 0 });
});

test("an event waits for the key", async () => {
  const { payer, asked } = await asking();
  await topUpFromCard(asked);
  const [topUp] = await topUpsOf(payer);
  await provider.sandbox.controls.refund({ payment_intent: topUp?.payment_intent_id ?? "", amount: 1000 });
  await provider.sandbox.controls.settled();
  refuse();
  expect((await processEvents({ now: soon })).map(({ result }) => result)).toContain("delayed");
  repair();
  await processEvents({ now: later(now, { hours: 1 }) });
  expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
});

test("a refusal is kept with the provider's words until the key is accepted: the whole key, or one request", async () => {
  const { asked } = await asking();
  refuse();
  await expect(topUpFromCard(asked)).rejects.toThrow(NOT_NOW);
  const [whole, ...more] = await readKeyRefusals();
  expect(more).toEqual([]);
  expect(whole).toMatchObject({ call: null, message: "Invalid API Key provided: sk_test_*****box" });
  await expect(startAddingCard(asked)).rejects.toThrow(NOT_NOW);
  expect((await readKeyRefusals())[0]?.since).toEqual(whole?.since);
  repair();
  refuse("key_forbidden", "^POST /v1/payment_intents");
  await expect(topUpFromCard({ ...asked, topupId: randomUUID() })).rejects.toThrow(NOT_NOW);
  // Another request is accepted: the whole key is good, and the permission is still missing.
  await startAddingCard(asked);
  expect((await readKeyRefusals()).map(({ call }) => call)).toEqual(["POST /v1/payment_intents"]);
  repair();
  await topUpFromCard({ ...asked, topupId: randomUUID() });
  expect(await readKeyRefusals()).toEqual([]);
});

test("a refusal outlasts the start of a worker, until its request is accepted, another key is set, or nobody makes it", async () => {
  const { asked } = await asking();
  const refusedAgain = async () => {
    refuse("key_forbidden", "^POST /v1/payment_intents");
    await expect(topUpFromCard({ ...asked, topupId: randomUUID() })).rejects.toThrow(NOT_NOW);
    return await readKeyRefusals();
  };
  const refusals = await refusedAgain();
  await forgetRefusals();
  expect(await readKeyRefusals()).toEqual(refusals);
  repair();
  await topUpFromCard({ ...asked, topupId: randomUUID() });
  expect(await readKeyRefusals()).toEqual([]);
  for (const change of ["key_hash = 'of the former key'", "last_at = now() - interval '31 days'"]) {
    expect(await refusedAgain()).toHaveLength(1);
    await db.query(`update provider_refusal set ${change}`);
    await forgetRefusals();
    expect(await readKeyRefusals()).toEqual([]);
  }
});

test("reconciliation reports that the key is refused, not that the provider is silent", async () => {
  refuse();
  await reconcile({ now: soon });
  expect(await checksByName()).toMatchObject({
    movements: { state: "refused" },
    "provider-balance": { state: "refused" },
    events: { state: "refused" },
    ledger: { state: "well" },
  });
  repair();
  await reconcile({ now: soon });
  expect(await checksByName()).toMatchObject({ movements: { state: "well" } });
  expect(await readKeyRefusals()).toEqual([]);
});

test("the log reports a refused key once, however often subscriptions are looked up, and once its acceptance", async () => {
  const { payer, asked } = await asking();
  const said: unknown[] = [];
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((...[, text]: unknown[]) => void said.push(text));
  await db.query(
    `insert into subscription (subscription_id, tenant_id, pm_id, requested_at, asked_at) values ($1, $2, $3, now(), $4)`,
    [randomUUID(), payer.tenantId, asked.pmId, later(now, { minutes: -5 })],
  );
  const look = async () => {
    await db.query(`update subscription set asked_at = $1`, [later(now, { minutes: -5 })]);
    await atProvider(syncSubscriptions)({ now: new Date() });
  };
  refuse();
  await look();
  await look();
  repair();
  await look();
  await look();
  vi.restoreAllMocks();
  expect(said).toEqual(["the payment provider refuses our key", "the payment provider accepts our key again"]);
});

test("the operators' screen shows the refused calls and since when", async () => {
  const { asked } = await asking();
  refuse();
  await expect(topUpFromCard(asked)).rejects.toThrow(NOT_NOW);
  const { refusals } = await readMoneyScreen({ search: new URLSearchParams(), now: new Date() });
  expect(refusals).toMatchObject([{ call: null, message: "Invalid API Key provided: sk_test_*****box" }]);
  expect(Math.abs((refusals[0]?.sinceTs ?? 0) - Date.now() / 1000)).toBeLessThan(60);
});

test("after a restore staff read which permission the key lacks, what stops without it, and that automatic top-ups rest", async () => {
  const tenant = await anAutoTenant();
  await db.query(`update auto_top_up set state = 'off' where tenant_id <> $1`, [tenant.tenantId]);
  const seen = async () => {
    const { refusals, resting } = await readMoneyScreen({ search: new URLSearchParams(), now: new Date() });
    const { concerns } = await readAttention({ viewer: { staffRights: STAFF_RIGHT_NAMES }, now: new Date() });
    const of = concerns.filter(({ to }) => to === "/dashboard/money").map(({ text }) => text);
    return { refusals, resting, of: of.filter((text) => !text.includes("difference")) };
  };
  await reconcile({ now });
  expect(await seen()).toMatchObject({ refusals: [], resting: null, of: [] });
  const restoredAt = later(now, { minutes: 1 });
  await db.query(`insert into audit_row (action, target, at) values ('database.restore', 'database', $1)`, [
    restoredAt,
  ]);
  refuse("key_forbidden", "^GET /v1/balance_transactions");
  await reconcile({ now: later(now, { hours: 2 }) });
  await runAutoTopUps({ now: later(now, { hours: 2 }) });
  expect(chargesOf(provider.sandbox, tenant)).toEqual([]);
  expect(await seen()).toMatchObject({
    refusals: [
      {
        call: "GET /v1/balance_transactions",
        permission: "Read for Balance transaction sources, Charges, Refunds and Disputes",
        stops: expect.stringContaining("the comparison of the ledger with the provider"),
      },
    ],
    resting: { tenants: 1, restoredTs: Math.floor(restoredAt.getTime() / 1000), checked: "refused" },
    of: [
      "Money: Our key at the payment provider lacks a permission",
      "The automatic top-ups of 1 customer have been paused since the restore",
    ],
  });
  repair();
  await reconcile({ now: later(now, { hours: 2 }) });
  await runAutoTopUps({ now: later(now, { hours: 2 }) });
  expect(await seen()).toMatchObject({ refusals: [], resting: null, of: [] });
  expect(chargesOf(provider.sandbox, tenant)).toEqual([5000]);
});
