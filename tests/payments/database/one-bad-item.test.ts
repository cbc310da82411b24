import { afterEach, expect, test } from "vitest";
import { detachCards } from "~/payments/detach-cards.server";
import { processEvents } from "~/payments/process-events.server";
import { storeEvent } from "~/payments/store-event.server";
import { isLive, stripe } from "~/payments/stripe-client.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { db } from "~/platform/db.server";
import { aPayer, enable, providerSubscriptions, standingOf, useShop } from "./subscription/subscribing";

const shop = useShop();
const HOUR_MS = 3_600_000;

afterEach(() => shop.sandbox.controls.clearFaults());

/** The provider answers no request about this object. */
const ignore = (id: string) => shop.sandbox.controls.fault({ kind: "error_before", match: id, times: 1000 });

async function aSubscriber() {
  const payer = await aPayer();
  await enable(payer);
  const [made] = await providerSubscriptions(shop, payer);
  return { ...payer, id: made?.id ?? "none" };
}

test("a subscription that the provider does not answer for keeps no other from being looked at", async () => {
  const [first, bad, last] = [await aSubscriber(), await aSubscriber(), await aSubscriber()];
  await db.query(`delete from webhook_event`);
  // Ended at the provider, and the report is lost.
  for (const { id } of [first, last]) await stripe().subscriptions.cancel(id);
  ignore(bad.id);
  const { failures } = await syncSubscriptions({ now: new Date(Date.now() + 2 * HOUR_MS) });
  expect(failures).toHaveLength(1);
  for (const payer of [first, last]) expect(await standingOf(payer)).toMatchObject({ user: "canceled" });
});

test("an event whose object the provider does not answer for keeps no other from being processed", async () => {
  const [first, bad, last] = [await aSubscriber(), await aSubscriber(), await aSubscriber()];
  await db.query(`delete from webhook_event`);
  ignore(bad.id);
  const now = new Date();
  for (const [at, { id }] of [first, bad, last].entries()) {
    const of = { type: "customer.subscription.updated", livemode: isLive(), apiVersion: "", payload: {} };
    const event = { ...of, eventId: `mine ${at}`, objectId: id, createdAt: new Date(now.getTime() + at) };
    await storeEvent({ event, now });
  }
  await processEvents({ now: new Date(now.getTime() + 1_000) });
  const open = await db.query(
    `select event_id as id from webhook_event where state = 'received' and event_id like 'mine%'`,
  );
  expect(open).toEqual([{ id: "mine 1" }]);
});

test("a card that the provider does not answer for keeps no other at the provider", async () => {
  const [bad, good] = [await aPayer(), await aPayer()];
  for (const { pmId } of [bad, good])
    await db.query(`update card set removed_at = now(), detach_due = true where pm_id = $1`, [pmId]);
  ignore(bad.pmId);
  const { failures } = await detachCards();
  expect(failures).toHaveLength(1);
  const due = await db.query<{ id: string }>(`select pm_id as id from card where detach_due`);
  expect(due.map(({ id }) => id)).toEqual([bad.pmId]);
});
