import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { type Cents, centsToUnits } from "~/money/units";
import { takeMoney } from "~/money/take-money.server";
import { prepareRefund } from "~/payments/apply-refund.server";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { aCard, useProvider } from "../../support/provider";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";

const provider = useProvider();

afterEach(async () => {
  provider.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});

async function paid(cents = 5000n, card = "pm_card_visa") {
  const payer = await aPayer();
  const pmId = await aCard({ ...payer, name: card });
  const topupId = randomUUID();
  const asked = { topupId, pmId, cents: cents as Cents, cardHolderName: "Ada", now: new Date() };
  await topUpFromCard({ ...payer, ...asked });
  const [row] = await db.query<{ pi: string }>(`select payment_intent_id as pi from top_up where topup_id = $1`, [
    topupId,
  ]);
  return { ...payer, pmId, payment_intent: row?.pi ?? "" };
}

const spend = async (tenantId: number, cents: bigint) =>
  await transaction((tx) =>
    takeMoney(tx, {
      tenantId,
      units: centsToUnits(cents),
      to: "adjustment",
      kind: "adjustment",
      key: `spent:${tenantId}:${cents}`,
      description: "Spent",
      now: new Date(),
    }),
  );
const events = async () => {
  await provider.sandbox.controls.settled();
  return await processEvents({ now: new Date() });
};
const again = async () => {
  await db.query(`update webhook_event set state = 'received', try_after = received_at`);
  await Promise.all([1, 2, 3].map(() => processEvents({ now: new Date() })));
};
const userStates = async (tenantId: number) =>
  (await db.query<{ state: string }>(`select state from user_account where tenant_id = $1`, [tenantId])).map(
    ({ state }) => state,
  );

test("a refund after the money is spent leaves an explicit debt, which the next top-up pays first", async () => {
  const payer = await paid();
  await spend(payer.tenantId, 4200n);
  await provider.sandbox.controls.refund({ payment_intent: payer.payment_intent });
  await events();
  await again();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 4200 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "refunded" }]);
  await topUpFromCard({
    ...payer,
    topupId: randomUUID(),
    cents: 5000n as Cents,
    cardHolderName: "Ada",
    now: new Date(),
  });
  expect(await purse(payer)).toEqual({ cents: 800, owed: 0 });
});

test("partial refunds debit their own amounts, in any order and before the payment is known", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const topupId = randomUUID();
  provider.sandbox.controls.fault({ kind: "webhook_hold", times: 20 });
  provider.sandbox.controls.fault({ kind: "error_after", times: 2, match: "POST /v1/payment_intents" });
  const asked = { topupId, pmId, cents: 3000n as Cents, cardHolderName: "Ada", now: new Date() };
  await topUpFromCard({ ...payer, ...asked });
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  const payment = provider.sandbox.controls
    .objects("payment_intent")
    .find(({ metadata }) => metadata["topup"] === topupId);
  const payment_intent = payment?.id ?? "";
  await provider.sandbox.controls.refund({ payment_intent, amount: 1000 });
  await provider.sandbox.controls.refund({ payment_intent, amount: 500 });
  await provider.sandbox.controls.releaseWebhooks({ reverse: true });
  await events();
  await again();
  expect(await purse(payer)).toEqual({ cents: 1500, owed: 0 });
});

test("a failed refund returns its money, once", async () => {
  const payer = await paid();
  const refund = await provider.sandbox.controls.refund({
    payment_intent: payer.payment_intent,
    amount: 2000,
  });
  await events();
  expect(await purse(payer)).toEqual({ cents: 3000, owed: 0 });
  await provider.sandbox.controls.failRefund(refund.id);
  await events();
  await again();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "settled" }]);
});

test.each([true, false])(
  "a refund that failed stays failed, if an older reading is applied later (debited: %s)",
  async (debited) => {
    const payer = await paid();
    provider.sandbox.controls.fault({ kind: "webhook_hold", times: 20 });
    const { id } = await provider.sandbox.controls.refund({ payment_intent: payer.payment_intent, amount: 2000 });
    if (debited) await transaction(await prepareRefund(id, new Date()));
    const older = await prepareRefund(id, new Date());
    await provider.sandbox.controls.failRefund(id);
    await transaction(await prepareRefund(id, new Date()));
    await transaction(older);
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
    expect(await topUpsOf(payer)).toMatchObject([{ state: "settled" }]);
  },
);

test("a dispute debits the money and freezes the tenant; won, everything is restored", async () => {
  const payer = await paid();
  const dispute = await provider.sandbox.controls.dispute({ payment_intent: payer.payment_intent });
  await events();
  await again();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "disputed" }]);
  expect(await userStates(payer.tenantId)).toEqual(["suspended"]);
  await provider.sandbox.controls.endDispute(dispute.id, "won");
  await events();
  await again();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "settled" }]);
  expect(await userStates(payer.tenantId)).toEqual(["active"]);
});

test("a lost dispute of spent money stays a debt and the tenant frozen", async () => {
  const payer = await paid();
  await spend(payer.tenantId, 4000n);
  const dispute = await provider.sandbox.controls.dispute({ payment_intent: payer.payment_intent });
  await provider.sandbox.controls.endDispute(dispute.id, "lost");
  await events();
  await again();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 4000 });
  expect(await userStates(payer.tenantId)).toEqual(["suspended"]);
});

test("of two disputes the second keeps the tenant frozen when the first is won", async () => {
  const payer = await paid();
  const second = randomUUID();
  await topUpFromCard({
    ...payer,
    topupId: second,
    cents: 700n as Cents,
    cardHolderName: "Ada",
    now: new Date(),
  });
  const [row] = await db.query<{ pi: string }>(`select payment_intent_id as pi from top_up where topup_id = $1`, [
    second,
  ]);
  const first = await provider.sandbox.controls.dispute({ payment_intent: payer.payment_intent });
  await events();
  const other = await provider.sandbox.controls.dispute({ payment_intent: row?.pi ?? "" });
  await events();
  await provider.sandbox.controls.endDispute(first.id, "won");
  await events();
  expect(await userStates(payer.tenantId)).toEqual(["suspended"]);
  await provider.sandbox.controls.endDispute(other.id, "won");
  await events();
  expect(await userStates(payer.tenantId)).toEqual(["active"]);
  expect(await purse(payer)).toEqual({ cents: 5700, owed: 0 });
});
