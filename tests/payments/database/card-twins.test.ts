import { afterEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { addCard } from "~/payments/inside/add-card.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { listCards } from "~/payments/list-cards.server";
import { stripe } from "~/payments/stripe-client.server";
import { processEvents } from "~/payments/process-events.server";
import { aCard, useProvider } from "../../support/provider";
import { later } from "./auto-top-up";
import { aPayer } from "./purse";

const provider = useProvider();
const now = new Date();

afterEach(() => provider.sandbox.controls.clearFaults());

const events = async (at?: Date) => {
  await provider.sandbox.controls.settled();
  return await processEvents({ now: at ?? new Date() });
};

async function aPayerWithCard() {
  const payer = await aPayer();
  const first = await aCard(payer);
  const { customerId } = await ensureCustomer(payer);
  return { ...payer, first, customerId };
}

/** Attaches a card as the provider's own pages do: nothing of it passes through our screen. */
const attach = async (customer: string) => (await stripe().paymentMethods.attach("pm_card_visa", { customer })).id;
const atProvider = async (customer: string) =>
  (await stripe().customers.listPaymentMethods(customer)).data.map(({ id }) => id);
const here = async (tenantId: number) => (await listCards({ tenantId })).map(({ pmId }) => pmId);

test("a repeated card, reported by webhook, is detached at the provider too", async () => {
  const { first, customerId, tenantId } = await aPayerWithCard();
  await attach(customerId);
  await events();
  expect(await atProvider(customerId)).toEqual([first]);
  expect(await here(tenantId)).toEqual([first]);
  await db.query(`update webhook_event set state = 'received', try_after = received_at`);
  await Promise.all([events(), events()]);
  expect(await atProvider(customerId)).toEqual([first]);
  expect(await here(tenantId)).toEqual([first]);
});

test("a provider that was silent is asked again", async () => {
  const { first, customerId } = await aPayerWithCard();
  await attach(customerId);
  await provider.sandbox.controls.settled();
  provider.sandbox.controls.fault({ kind: "cut_before", times: 2, match: "/detach$" });
  await events();
  expect(await atProvider(customerId)).toHaveLength(2);
  // On a busy machine the call before may have met the fault and left it for this one.
  provider.sandbox.controls.clearFaults();
  await events(later(now, { minutes: 5 }));
  expect(await atProvider(customerId)).toEqual([first]);
});

test("a card that pays a subscription or an open top-up stays, whatever its number", async () => {
  const { first, customerId, tenantId } = await aPayerWithCard();
  const used = await attach(customerId);
  await db.query(
    `insert into top_up (topup_id, tenant_id, cents, way, pm_id, state, created_at, asked_at)
     values (gen_random_uuid(), $1, 5000, 'saved_card', $2, 'pending', $3, $3)`,
    [tenantId, used, now],
  );
  await events();
  expect(new Set(await atProvider(customerId))).toEqual(new Set([first, used]));
  await db.query(`update top_up set state = 'failed' where tenant_id = $1`, [tenantId]);
  await db.query(
    `insert into subscription (subscription_id, tenant_id, pm_id, requested_at, asked_at)
     values (gen_random_uuid(), $1, $2, $3, $3)`,
    [tenantId, used, now],
  );
  await db.query(`update webhook_event set state = 'received', try_after = received_at`);
  await events();
  expect(new Set(await atProvider(customerId))).toEqual(new Set([first, used]));
});

test("a customer who returns from the provider's page after the webhook reads that the card was saved already", async () => {
  const { first, customerId, tenantId } = await aPayerWithCard();
  const setup = await stripe().setupIntents.create({
    customer: customerId,
    usage: "off_session",
    confirm: true,
    payment_method: "pm_card_visa",
    return_url: "http://127.0.0.1:3000/back",
  });
  await events();
  expect(await atProvider(customerId)).toEqual([first]);
  const { message } = await addCard({ tenantId, setupIntentId: setup.id, now });
  expect(message).toBe("This card was saved already.");
  expect(await here(tenantId)).toEqual([first]);
});
