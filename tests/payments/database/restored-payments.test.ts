import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { chargeSavedCard } from "~/payments/inside/provider/payments.server";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { vatOn } from "~/payments/vat";
import { reconcile } from "~/staff/reconcile.server";
import { aCard, useProvider } from "../../support/provider";
import type { TenantInWorld } from "../../support/world";
import { anAutoTenant, dollars } from "./auto-top-up";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";
import { openDifferences } from "./reconciling";

const provider = useProvider();

afterEach(async () => {
  expect(await ledgerIsRight()).toBe(true);
  await db.query(`update seller set charges_vat = false`);
});

/** A payment that is at the provider alone: the database was put back to a moment before its top-up. */
async function paidThenPutBack(payer: TenantInWorld, rateBp: number | null = null) {
  const cents = 5000n as Cents;
  const vat = rateBp === null ? null : { country: "DE", rateBp, reason: "domestic" as const };
  const { customerId } = await ensureCustomer(payer);
  const order = { topupId: randomUUID(), tenantName: payer.tenantName, customerId, cents, vat };
  const vatCents = rateBp === null ? (0n as Cents) : vatOn(cents, rateBp);
  const pmId = await aCard(payer);
  const paid = await chargeSavedCard({ ...order, vatCents, pmId, onSession: null });
  if (paid.kind !== "answered") throw new Error("it was not paid");
  await provider.sandbox.controls.settled();
  return { topupId: order.topupId, pmId, payment_intent: paid.payment.paymentIntentId };
}

async function chargesVat(rateBp: number): Promise<void> {
  await db.query(
    `update seller set name = 'Race', address = 'Dam 1', country = 'DE', vat_number = 'DE1', charges_vat = true`,
  );
  await db.query(
    `insert into vat_rate (country, from_day, rate_bp, set_by_id, set_at)
     values ('DE', '2020-01-01', $1, (select min(id) from user_account), now())
     on conflict (country, from_day) do update set rate_bp = excluded.rate_bp`,
    [rateBp],
  );
}

test("a payment whose top-up a restored database lacks is credited once, by its reports, the check and the same form again", async () => {
  const payer = await aPayer();
  const { topupId, pmId } = await paidThenPutBack(payer);
  const now = new Date();
  await Promise.all([processEvents({ now }), reconcile({ now })]);
  await topUpFromCard({ ...payer, topupId, pmId, cents: 5000n as Cents, cardHolderName: "Ada", now });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "settled", number: expect.stringMatching(/^MR-/) }]);
  expect(await openDifferences()).toEqual([]);
});

test("an automatic one counts towards the month's cap", async () => {
  const tenant = await anAutoTenant({ balance: 5, threshold: 100, amount: 50, cap: 50 });
  await paidThenPutBack(tenant);
  const now = new Date();
  await processEvents({ now });
  expect(await purse(tenant)).toMatchObject({ cents: Number(dollars(55)) });
  expect(await runAutoTopUps({ now })).toMatchObject({ begun: 0 });
});

test("one that was refunded meanwhile ends at nothing, in any order", async () => {
  const payer = await aPayer();
  const { payment_intent } = await paidThenPutBack(payer);
  await provider.sandbox.controls.refund({ payment_intent });
  await provider.sandbox.controls.settled();
  await db.query(
    `update webhook_event set created_at = '2100-01-01' where type = 'payment_intent.succeeded' and state = 'received'`,
  );
  await processEvents({ now: new Date() });
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "refunded" }]);
});

test("its VAT is that of the payment; if it is not today's, staff decide (B22)", async () => {
  await chargesVat(1900);
  const payer = await aPayer();
  await paidThenPutBack(payer, 1900);
  const other = await aPayer();
  const { payment_intent } = await paidThenPutBack(other, 700);
  await processEvents({ now: new Date() });
  await reconcile({ now: new Date() });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(await purse(other)).toEqual({ cents: 0, owed: 0 });
  expect(await openDifferences()).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "missing-here", subject: payment_intent })]),
  );
});
