import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { stripe } from "~/payments/stripe-client.server";
import { createSubscription } from "~/payments/inside/provider/subscriptions.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { couponOf } from "~/payments/inside/subscription/discount.server";
import { readNewest } from "~/payments/inside/subscription/lock-subscription.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { answerBank } from "../../../support/provider";
import {
  type Payer,
  FREE,
  PRO,
  BOTH_TRIES,
  aDiscount,
  aPayer,
  discountsOf,
  enable,
  givenUpAtTheBank,
  hearReports,
  mailsOf,
  noticesOf,
  paidAndRefunded,
  providerSubscriptions,
  standingOf,
  useShop,
} from "./subscribing";

const shop = useShop();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LATE = "A cancelled subscription was created late";
const RETURNED = "Your subscription payment was refunded";

describe("An abandoned subscription that the provider creates after all", () => {
  test.each(["with its report", "with all reports lost"])(
    "%s is ended there; the customer is notified once, and gets the code back once",
    async (how) => {
      const payer = await aPayer();
      await aDiscount(payer, { code: "HALFOFF", percent: 50, duration: "forever" });
      await expireSilently(payer);
      expect(await noticesOf(payer)).toEqual([expect.stringContaining("did not answer in time")]);
      expect(await discountsOf(payer)).toEqual([{ code: "HALFOFF", used: false }]);
      await orderArrives(payer);
      if (how === "with its report") await hearReports(shop);
      else await loseReports();
      for (let hours = 2; hours < 8; hours += 1) await sweep(hours * HOUR_MS);
      await hearReports(shop);
      expect((await providerSubscriptions(shop, payer)).map(({ status }) => status)).toEqual(["canceled"]);
      expect(await standingOf(payer)).toEqual(FREE);
      expect(await mailsOf(payer)).toEqual([LATE]);
      expect(await noticesOf(payer)).toHaveLength(2);
      // The next one takes the code, and the ended one does not give it back again.
      await enable(payer);
      await sweep(12 * HOUR_MS);
      await hearReports(shop);
      expect(await discountsOf(payer)).toEqual([{ code: "HALFOFF", used: true }]);
      expect(await standingOf(payer)).toEqual(PRO);
    },
  );

  test("even when a code leaves nothing to pay, so that it runs there at once", async () => {
    const payer = await aPayer();
    await aDiscount(payer, { code: "ALLOFF", percent: 100 });
    await expireSilently(payer);
    await orderArrives(payer);
    await hearReports(shop);
    expect(await standingOf(payer)).toEqual(FREE);
    await sweep(2 * HOUR_MS);
    await hearReports(shop);
    expect((await providerSubscriptions(shop, payer)).map(({ status }) => status)).toEqual(["canceled"]);
    expect(await discountsOf(payer)).toEqual([{ code: "ALLOFF", used: false }]);
    expect(await mailsOf(payer)).toEqual([LATE]);
  });

  test("Disable asks the provider first: a created one is ended, and silence is M12", async () => {
    const payer = await aPayer();
    shop.sandbox.controls.fault({ kind: "cut_after", times: BOTH_TRIES, match: ORDER });
    await expect(enable(payer)).rejects.toMatchObject({ message: M.providerSilent });
    shop.sandbox.controls.fault({ kind: "cut_before", times: BOTH_TRIES, match: "^GET /v1/subscriptions$" });
    await expect(disable(payer)).rejects.toMatchObject({ message: M.providerSilent });
    expect(await standingOf(payer)).toEqual({ user: "none", subscription: "requested" });
    await disable(payer);
    expect(await standingOf(payer)).toEqual(FREE);
    expect((await providerSubscriptions(shop, payer)).map(({ status }) => status)).toEqual(["canceled"]);
    expect(await mailsOf(payer)).toEqual([]);
  });
});

describe("A payment for an abandoned subscription", () => {
  test("with a second one running: both first invoices are paid, and the abandoned one is refunded to its card and notified once", async () => {
    const { payer, actionUrl } = await givenUpAtTheBank();
    await enable(payer);
    await answerBank(actionUrl, "confirm");
    await hearReports(shop);
    expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [2000, 2000], refunded: [0, 0] });
    for (const hours of [2, 3, 4]) await sweep(hours * HOUR_MS);
    await hearReports(shop);
    expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [2000, 2000], refunded: [0, 2000] });
    expect((await providerSubscriptions(shop, payer)).map(({ status }) => status)).toEqual([...["canceled", "active"]]);
    expect(await standingOf(payer)).toEqual(PRO);
    expect(await mailsOf(payer)).toEqual([RETURNED]);
    expect((await noticesOf(payer)).filter((text) => text.includes("$20.00"))).toHaveLength(1);
  });

  test.each(["cut_before", "cut_after", "error_before"] as const)(
    "%s of the refund: repeated, refunded once",
    async (kind) => {
      const { payer, actionUrl } = await givenUpAtTheBank();
      await enable(payer);
      await answerBank(actionUrl, "confirm");
      await hearReports(shop);
      shop.sandbox.controls.fault({ kind, times: BOTH_TRIES, match: "^POST /v1/refunds$" });
      await sweep(3 * MINUTE_MS);
      expect(await mailsOf(payer)).toEqual([]);
      // By then the provider itself has reported the end.
      await hearReports(shop);
      await Promise.all([sweep(2 * HOUR_MS), sweep(2 * HOUR_MS)]);
      await sweep(3 * HOUR_MS);
      expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [2000, 2000], refunded: [0, 2000] });
      expect(await mailsOf(payer)).toEqual([RETURNED]);
    },
  );

  test("in the moment before the end there is refunded as well", async () => {
    const { payer, actionUrl } = await givenUpAtTheBank();
    shop.sandbox.controls.fault({ kind: "webhook_hold", times: 99 });
    await answerBank(actionUrl, "confirm");
    // As in the provider's dashboard, before anybody here has heard of the payment.
    const [made] = await providerSubscriptions(shop, payer);
    await stripe().subscriptions.cancel(made?.id ?? "");
    for (const hours of [2, 3]) await sweep(hours * HOUR_MS);
    shop.sandbox.controls.clearFaults();
    await shop.sandbox.controls.releaseWebhooks();
    await hearReports(shop);
    await sweep(4 * HOUR_MS);
    expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [2000], refunded: [2000] });
    expect(await standingOf(payer)).toEqual(FREE);
    expect(await mailsOf(payer)).toEqual([RETURNED]);
  });

  test("without another one makes it run after all, with its code used again", async () => {
    const { payer, actionUrl } = await givenUpAtTheBank({ code: "TENOFF", percent: 10, duration: "forever" });
    expect(await discountsOf(payer)).toEqual([{ code: "TENOFF", used: false }]);
    await answerBank(actionUrl, "confirm");
    await hearReports(shop);
    await sweep(3 * MINUTE_MS);
    expect(await standingOf(payer)).toEqual(PRO);
    expect(await discountsOf(payer)).toEqual([{ code: "TENOFF", used: true }]);
    expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [1800], refunded: [0] });
  });
});

const ORDER = "^POST /v1/subscriptions$";

/** The request is cut off, and the provider has not shown it after 15 minutes. */
async function expireSilently(payer: Payer): Promise<void> {
  shop.sandbox.controls.fault({ kind: "cut_before", times: BOTH_TRIES, match: ORDER });
  await expect(enable(payer)).rejects.toMatchObject({ message: M.providerSilent });
  await sweep(20 * MINUTE_MS);
  expect(await standingOf(payer)).toEqual(FREE);
}

/** The very request that was given up, which was delayed on its way. */
async function orderArrives(payer: Payer): Promise<void> {
  const row = await readNewest(payer);
  if (!row?.customerId) throw new Error("nothing was ordered");
  const { subscriptionId, tenantName, customerId, pmId, firstChargeAt } = row;
  const couponId = await couponOf(row);
  const answer = await createSubscription({
    subscriptionId,
    tenantName,
    customerId,
    pmId,
    firstChargeAt,
    couponId,
    vat: null,
  });
  expect(answer.kind).toBe("made");
}

async function loseReports(): Promise<void> {
  await shop.sandbox.controls.settled();
  await db.query(`delete from webhook_event`);
}

async function sweep(laterMs: number): Promise<void> {
  await syncSubscriptions({ now: new Date(Date.now() + laterMs) });
}

async function disable({ tenantId }: Payer): Promise<void> {
  await cancelSubscription({ tenantId, now: new Date() });
}
