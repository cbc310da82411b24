import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { startAddingCard, startCardInBrowser } from "~/payments/inside/add-card.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { listCards } from "~/payments/list-cards.server";
import { stripe } from "~/payments/stripe-client.server";
import { topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { aCard, payOnPage, useProvider } from "../../support/provider";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";

const provider = useProvider();
const now = new Date();

afterEach(async () => {
  expect(await ledgerIsRight()).toBe(true);
});

async function aDeletedCustomer() {
  const payer = await aPayer();
  const { customerId } = await ensureCustomer(payer);
  const remove = async () => void (await stripe().customers.del(customerId));
  return { ...payer, customerId, remove };
}

const asked = (saveCard = false) => ({
  topupId: randomUUID(),
  cents: 5000n as Cents,
  cardHolderName: "Ada",
  saveCard,
  now,
});

async function events(): Promise<void> {
  await provider.sandbox.controls.settled();
  for (const { result, type } of await processEvents({ now: new Date() }))
    expect({ type, result }).not.toMatchObject({ result: "failed" });
}

test("a customer deleted at the provider is replaced there at the next payment, which is charged once", async () => {
  const payer = await aDeletedCustomer();
  await payer.remove();
  const outcome = await topUpAtProvider({ ...payer, ...asked() });
  if (outcome.kind !== "provider") throw new Error(`the page was ${outcome.kind}`);
  await payOnPage(outcome.to);
  await events();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect((await ensureCustomer(payer)).customerId).not.toBe(payer.customerId);
});

test("it is also replaced when a card is added; concurrent calls share the new one, and the old one's cards are gone", async () => {
  const payer = await aDeletedCustomer();
  await aCard(payer);
  await payer.remove();
  await Promise.all([startAddingCard(payer), startCardInBrowser(payer), startAddingCard(payer)]);
  expect(await listCards(payer)).toEqual([]);
  const { customerId } = await ensureCustomer(payer);
  const former = await db.query(`select customer_id as id from former_customer where tenant_id = $1`, [payer.tenantId]);
  expect(former).toEqual([{ id: payer.customerId }]);
  const pmId = await aCard(payer);
  await topUpFromCard({ ...payer, ...asked(), pmId });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(provider.sandbox.controls.objects("payment_intent").at(-1)?.customer).toBe(customerId);
});

test("late payments of the former customer are credited, and their refunds are debited", async () => {
  const payer = await aDeletedCustomer();
  const outcome = await topUpAtProvider({ ...payer, ...asked() });
  if (outcome.kind !== "provider") throw new Error(`the page was ${outcome.kind}`);
  provider.sandbox.controls.fault({ kind: "webhook_hold", times: 1000 });
  await payOnPage(outcome.to);
  await payer.remove();
  await startAddingCard(payer);
  provider.sandbox.controls.clearFaults();
  await provider.sandbox.controls.releaseWebhooks();
  await events();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  const [topUp] = await topUpsOf(payer);
  await provider.sandbox.controls.refund({ payment_intent: topUp?.payment_intent_id ?? "", amount: 1000 });
  await events();
  expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
});

test("a customer of another account, unknown to this one, is left unchanged", async () => {
  const payer = await aPayer();
  await db.query(`insert into payment_customer (tenant_id, customer_id, livemode) values ($1, $2, false)`, [
    payer.tenantId,
    `cus_elsewhere${payer.tenantId}`,
  ]);
  await expect(startAddingCard(payer)).rejects.toThrow("No such customer");
  expect((await ensureCustomer(payer)).customerId).toBe(`cus_elsewhere${payer.tenantId}`);
});
