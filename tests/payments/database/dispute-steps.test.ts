import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { prepareDispute } from "~/payments/apply-dispute.server";
import type { Apply } from "~/payments/apply-payment.server";
import { reconcile } from "~/staff/reconcile.server";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { aCard, useProvider } from "../../support/provider";
import { mailsTo } from "./auto-top-up";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";
import { openDifferences } from "./reconciling";

const provider = useProvider();

afterEach(async () => {
  expect(await ledgerIsRight()).toBe(true);
});

async function disputed() {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const topupId = randomUUID();
  const asked = { topupId, pmId, cents: 5000n as Cents, cardHolderName: "Ada", now: new Date() };
  await topUpFromCard({ ...payer, ...asked });
  const [topUp] = await topUpsOf(payer);
  const { id } = await provider.sandbox.controls.dispute({ payment_intent: topUp?.payment_intent_id ?? "" });
  return { ...payer, disputeId: id };
}

const move = async (disputeId: string, cents: number) => await provider.sandbox.controls.moveDispute(disputeId, cents);
const events = async () => {
  await provider.sandbox.controls.settled();
  for (const { result, type } of await processEvents({ now: new Date() }))
    expect({ type, result }).not.toMatchObject({ result: "failed" });
};
const userStates = async (tenantId: number) =>
  (await db.query<{ state: string }>(`select state from user_account where tenant_id = $1`, [tenantId])).map(
    ({ state }) => state,
  );

test("a partial return, and a second withdrawal, are posted as they happen", async () => {
  const payer = await disputed();
  await events();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  await move(payer.disputeId, 2000);
  await events();
  expect(await purse(payer)).toEqual({ cents: 2000, owed: 0 });
  // Some of the money is still gone.
  expect(await topUpsOf(payer)).toMatchObject([{ state: "disputed" }]);
  expect(await userStates(payer.tenantId)).toEqual(["suspended"]);
  await move(payer.disputeId, 3000);
  await events();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "settled" }]);
  expect(await userStates(payer.tenantId)).toEqual(["active"]);
  await move(payer.disputeId, -5000);
  await events();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "disputed" }]);
  expect(await userStates(payer.tenantId)).toEqual(["suspended"]);
  await move(payer.disputeId, -100);
  await events();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 100 });
  // Frozen twice and notified twice, but not for each cent that moves.
  const told = (await mailsTo(payer)).filter(({ subject }) => subject.includes("disputed"));
  expect(told).toHaveLength(2);
  await reconcile({ now: new Date() });
  expect(await openDifferences()).toEqual([]);
});

/** A step of the provider, and how often the dispute is read before the next one. */
const aStep = fc.record({
  cents: fc.integer({ min: -6000, max: 6000 }).filter(Boolean),
  readings: fc.nat(2),
});
const aHistory = fc.record({
  steps: fc.array(aStep, { minLength: 1, maxLength: 5 }),
  order: fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
});

test("readings of any age, in any order and repeated, end with the sum of the provider's movements", async () => {
  await fc.assert(
    fc.asyncProperty(aHistory, async ({ steps, order }) => {
      const payer = await disputed();
      const { disputeId } = payer;
      const read = async () => await prepareDispute(disputeId, new Date());
      const readings: Apply[] = [await read()];
      for (const { cents, readings: times } of steps) {
        await move(disputeId, cents);
        for (let time = 0; time < times; time += 1) readings.push(await read());
      }
      // The event of the last step leads to a reading after it.
      readings.push(await read());
      const doubled = [...readings, ...readings].map((apply, place) => ({ apply, at: order[place] ?? 0 }));
      doubled.sort((one, other) => one.at - other.at);
      const half = Math.ceil(doubled.length / 2);
      for (const { apply } of doubled.slice(0, half)) await transaction(apply);
      await Promise.all(doubled.slice(half).map(({ apply }) => transaction(apply)));

      const moved = provider.sandbox.controls
        .objects("balance_transaction")
        .filter(({ source }) => source === disputeId)
        .reduce((sum, { amount }) => sum + amount, 0);
      expect(await postedCents(disputeId)).toBe(moved);
      const { cents, owed } = await purse(payer);
      expect(cents - owed).toBe(5000 + moved);
      expect(await ledgerIsRight()).toBe(true);
      expect(await topUpsOf(payer)).toMatchObject([{ state: moved < 0 ? "disputed" : "settled" }]);
      expect(await userStates(payer.tenantId)).toEqual([moved < 0 ? "suspended" : "active"]);
    }),
    { numRuns: 12 },
  );
  await events();
  await reconcile({ now: new Date() });
  expect(await openDifferences()).toEqual([]);
});

/** The ledger's entries for a dispute at the provider, in cents. */
async function postedCents(disputeId: string): Promise<number> {
  const [row] = await db.query<{ cents: number }>(
    `select coalesce(-sum(e.units) / 3600, 0)::int as cents from ledger_transaction t
     join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id and a.kind = 'provider'
     where t.key like 'stripe:' || $1 || ':%'`,
    [disputeId],
  );
  return row?.cents ?? 0;
}
