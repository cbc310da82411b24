import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { makeDefaultCard } from "~/payments/default-card.server";
import { deleteCard } from "~/payments/delete-card.server";
import { listCards } from "~/payments/list-cards.server";
import { stripe } from "~/payments/stripe-client.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { readLive } from "~/payments/inside/subscription/lock-subscription.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { aCard } from "../../../support/provider";
import {
  type Payer,
  BOTH_TRIES,
  aPayer,
  enable,
  hearReports,
  invoicesOf,
  providerSubscriptions,
  standingOf,
  useShop,
} from "./subscribing";

const shop = useShop();
const now = new Date();
const HOUR_MS = 3_600_000;

describe("deleting the card that pays the subscription (3.4)", () => {
  test("moves the subscription to the default card, or to the newest other one, before the card is detached", async () => {
    const payer = await aPayer();
    await enable(payer);
    const [second, newest] = [await another(payer, 1), await another(payer, 2)];
    expect(await remove(payer, payer.pmId)).toEqual({ message: "Card removed.", defaultCard: newest });
    expect(await payingCards(payer)).toEqual({ here: newest, provider: newest });
    expect(await isAttached(payer.pmId)).toBe(false);
    // A card that does not pay the subscription changes nothing.
    await makeDefaultCard({ tenantId: payer.tenantId, pmId: second });
    const third = await another(payer, 3);
    await remove(payer, third);
    expect(await payingCards(payer)).toEqual({ here: newest, provider: newest });
    // The default comes before a newer one.
    await another(payer, 4);
    await remove(payer, newest);
    expect(await payingCards(payer)).toEqual({ here: second, provider: second });
  });

  test("asks the provider which card pays: our row may be outdated", async () => {
    const payer = await aPayer();
    await enable(payer);
    const second = await another(payer, 1);
    const [subscription] = await providerSubscriptions(shop, payer);
    shop.sandbox.controls.fault({ kind: "webhook_hold", times: 9 });
    await stripe().subscriptions.update(subscription?.id ?? "", { default_payment_method: second });
    await remove(payer, second);
    expect(await payingCards(payer)).toEqual({ here: payer.pmId, provider: payer.pmId });
    shop.sandbox.controls.clearFaults();
    await shop.sandbox.controls.releaseWebhooks();
  });

  test("refuses the only card with M59 while it is enabled, and allows it after Disable", async () => {
    const payer = await aPayer();
    await enable(payer);
    await expect(remove(payer, payer.pmId)).rejects.toMatchObject({ message: M.onlyCardPaysSubscription });
    expect(await isAttached(payer.pmId)).toBe(true);
    await cancelSubscription({ tenantId: payer.tenantId, now });
    expect(await remove(payer, payer.pmId)).toEqual({ message: "Card removed.", defaultCard: null });
  });

  test("forgets another card that the provider no longer has, and keeps the last but one", async () => {
    const payer = await aPayer();
    await enable(payer);
    const gone = await another(payer, 1);
    shop.sandbox.controls.fault({ kind: "webhook_hold", match: "payment_method.detached" });
    await stripe().paymentMethods.detach(gone);
    await expect(remove(payer, payer.pmId)).rejects.toMatchObject({ message: M.onlyCardPaysSubscription });
    expect((await listCards(payer)).map(({ pmId }) => pmId)).toEqual([payer.pmId]);
    expect(await payingCards(payer)).toEqual({ here: payer.pmId, provider: payer.pmId });
    await shop.sandbox.controls.releaseWebhooks();
  });

  test.each([
    ["cut_before", "^POST /v1/subscriptions/sub"],
    ["cut_after", "^POST /v1/subscriptions/sub"],
    ["cut_before", "^POST /v1/payment_methods/.*/detach"],
    ["cut_after", "^POST /v1/payment_methods/.*/detach"],
  ] as const)("interrupted (%s of %s): it stays paid, and a repetition completes it", async (kind, match) => {
    const payer = await aPayer();
    await enable(payer);
    const second = await another(payer, 1);
    shop.sandbox.controls.fault({ kind, match, times: BOTH_TRIES });
    await expect(remove(payer, payer.pmId)).rejects.toMatchObject({ message: M.providerSilent });
    const { provider } = await payingCards(payer);
    expect(await isAttached(provider ?? "")).toBe(true);
    // By then the webhook may have reported that it is gone.
    await remove(payer, payer.pmId).catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== M.noSuchCard) throw error;
    });
    await hearReports(shop);
    expect(await payingCards(payer)).toEqual({ here: second, provider: second });
    expect((await listCards(payer)).map(({ pmId }) => pmId)).toEqual([second]);
    expect(await isAttached(payer.pmId)).toBe(false);
  });
});

test("handles a card detached at the provider: the default card pays within the hour", async () => {
  const payer = await aPayer();
  await enable(payer);
  const second = await another(payer, 1);
  await stripe().paymentMethods.detach(payer.pmId);
  await hearReports(shop);
  expect((await payingCards(payer)).provider).toBe(payer.pmId);
  await syncSubscriptions({ now: new Date(Date.now() + 3 * HOUR_MS) });
  expect(await payingCards(payer)).toEqual({ here: second, provider: second });
});

test("notices one that has ended at the provider with its card, without an event", async () => {
  const payer = await aPayer();
  await enable(payer);
  await another(payer, 1);
  await stripe().paymentMethods.detach(payer.pmId);
  await hearReports(shop);
  const [there] = await providerSubscriptions(shop, payer);
  await stripe().subscriptions.cancel(there?.id ?? "");
  await shop.sandbox.controls.settled();
  await db.query(`delete from webhook_event`);
  for (const hours of [6, 9]) await syncSubscriptions({ now: new Date(Date.now() + hours * HOUR_MS) });
  expect(await standingOf(payer)).toEqual({ user: "canceled", subscription: null });
});

// Must be the last, because the provider's clock advances for everybody.
test("pays the next month with the replacing card", async () => {
  const payer = await aPayer();
  await enable(payer);
  await another(payer, 1);
  await remove(payer, payer.pmId);
  await shop.sandbox.controls.advance(32 * 86_400);
  await hearReports(shop);
  expect((await invoicesOf(payer)).map(({ status }) => status)).toEqual(["paid", "paid"]);
  expect(await standingOf(payer)).toEqual({ user: "active", subscription: "active" });
});

async function remove({ tenantId }: Payer, pmId: string) {
  return await deleteCard({ tenantId, pmId, now });
}

/** Another card; `age` orders them by the time at which they were added. */
async function another({ tenantId }: Payer, age: number): Promise<string> {
  const name = ["mastercard", "amex", "discover", "jcb"][age - 1];
  const pmId = await aCard({ tenantId, name: `pm_card_${name}` });
  await db.query(`update card set added_at = now() + make_interval(secs => $2) where pm_id = $1`, [pmId, age]);
  return pmId;
}

async function payingCards(payer: Payer) {
  const [subscription] = await providerSubscriptions(shop, payer);
  const provider = subscription?.default_payment_method;
  return { here: (await readLive(payer))?.pmId, provider: typeof provider === "string" ? provider : null };
}

async function isAttached(pmId: string): Promise<boolean> {
  return (await stripe().paymentMethods.retrieve(pmId)).customer !== null;
}
