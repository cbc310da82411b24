import { expect, test } from "vitest";
import { transaction } from "~/platform/db.server";
import { endTrials } from "~/payments/end-trials.server";
import { startTrial } from "~/payments/inside/marketing/start-trial.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { readLive } from "~/payments/inside/subscription/lock-subscription.server";
import { agreementOf, readTerms } from "~/payments/inside/subscription/read-terms.server";
import { readStatus } from "~/payments/inside/subscription/read-status.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import {
  aDiscount,
  aPayer,
  BOTH_TRIES,
  enable,
  hearReports,
  invoicesOf,
  noticesOf,
  providerSubscriptions,
  standingOf,
  useShop,
} from "./subscribing";

const shop = useShop();
const DAY_MS = 86_400_000;
const DAY_S = 86_400;

/** Time that has passed at the provider in this file: its clock and ours are set alike. */
let passedMs = 0;
const clock = (laterDays = 0) => new Date(Date.now() + passedMs + laterDays * DAY_MS);

/** A customer with a card and that number of trial days left. */
async function inTrial(days: number) {
  const tenant = await aPayer();
  const { userId } = tenant;
  await transaction((tx) => startTrial(tx, { userId, days, code: null, now: clock() }));
  return { ...tenant, trialEnd: clock(days) };
}

/** Lets time pass at the provider and here. */
async function pass(days: number) {
  passedMs += days * DAY_MS;
  await shop.sandbox.controls.advance(days * DAY_S);
  await hearReports(shop, clock(1));
  await endTrials({ now: clock() });
}

test("within a trial nothing is charged before its last day, which the provider gets (A28)", async () => {
  const tenant = await inTrial(10);
  expect(await enable(tenant, clock())).toEqual({ kind: "enabled" });
  expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
  const [made] = await providerSubscriptions(shop, tenant);
  const end = tenant.trialEnd.getTime() / 1000;
  expect(made).toMatchObject({ status: "trialing" });
  expect(Math.abs((made?.trial_end ?? 0) - end)).toBeLessThan(60);
  await hearReports(shop, clock(1));
  expect((await invoicesOf(tenant)).map(({ total }) => total)).toEqual([0n]);
  const status = await readStatus(tenant);
  expect(status).toMatchObject({ total: 2000, period_start: made?.trial_end });
  expect((await noticesOf(tenant)).at(-1)).toMatch(/the first charge is on .* UTC\.$/);

  await pass(11);
  expect((await invoicesOf(tenant)).map(({ status: word, total }) => [word, total])).toEqual([
    ["paid", 0n],
    ["paid", 2000n],
  ]);
  expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
});

test("a user who disables it within the trial keeps the trial's days and pays nothing (A28)", async () => {
  const tenant = await inTrial(10);
  await enable(tenant, clock());
  await cancelSubscription({ tenantId: tenant.tenantId, now: clock() });
  const live = await readLive(tenant);
  expect(Math.abs((live?.periodEnd?.getTime() ?? 0) - tenant.trialEnd.getTime())).toBeLessThan(60_000);
  expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
  await pass(11);
  expect(await standingOf(tenant)).toEqual({ user: "canceled", subscription: null });
  expect((await invoicesOf(tenant)).map(({ total }) => total)).toEqual([0n]);
});

test("an interrupted request that is repeated after the trial is the same one, with the same day (A28)", async () => {
  const tenant = await inTrial(2);
  shop.sandbox.controls.fault({ kind: "cut_after", times: BOTH_TRIES, match: "^POST /v1/subscriptions$" });
  await expect(enable(tenant, clock())).rejects.toThrow("did not answer");
  expect(await enable(tenant, clock(3))).toEqual({ kind: "enabled" });
  const all = await providerSubscriptions(shop, tenant);
  expect(all.map(({ status }) => status)).toEqual(["trialing"]);
});

test("an order that never arrived is charged at once if the trial has ended since (A28)", async () => {
  const tenant = await inTrial(1);
  shop.sandbox.controls.fault({ kind: "cut_before", times: BOTH_TRIES, match: "^POST /v1/subscriptions$" });
  await expect(enable(tenant, clock())).rejects.toThrow("did not answer");
  await pass(2);
  expect(await enable(tenant, clock())).toEqual({ kind: "enabled" });
  await hearReports(shop, clock(1));
  expect((await invoicesOf(tenant)).map(({ total }) => total)).toEqual([2000n]);
});

test("a user who agreed to the trial's last day is asked again when the trial ends as the order arrives (A28)", async () => {
  const tenant = await inTrial(1);
  shop.sandbox.controls.fault({ kind: "cut_before", times: BOTH_TRIES, match: "^POST /v1/subscriptions$" });
  const agreedAt = async (now: Date) => {
    const terms = await readTerms({ tenantId: tenant.tenantId, now });
    return terms && agreementOf(terms);
  };
  const first = clock();
  await expect(enable(tenant, first, await agreedAt(first))).rejects.toThrow("did not answer");
  const last = new Date(((await readLive(tenant))?.firstChargeAt?.getTime() ?? 0) - 1);
  const agreed = await agreedAt(last);
  expect(agreed).not.toContain("now");
  // For the provider it is already over.
  await pass(2);
  await expect(enable(tenant, last, agreed)).rejects.toThrow(/has changed since this page was loaded/);
  expect(await providerSubscriptions(shop, tenant)).toEqual([]);
  expect((await standingOf(tenant)).subscription).toBeNull();
  expect(await invoicesOf(tenant)).toEqual([]);

  expect(await enable(tenant, clock(), await agreedAt(clock()))).toEqual({ kind: "enabled" });
  await hearReports(shop, clock(1));
  expect((await invoicesOf(tenant)).map(({ total }) => total)).toEqual([2000n]);
});

test("a single discount applies to the first charge, not to the days of the trial (A28)", async () => {
  const tenant = await inTrial(5);
  await aDiscount(tenant, { code: "HALF", percent: 50 });
  await enable(tenant, clock());
  await syncSubscriptions({ now: clock() });
  expect(await readStatus(tenant)).toMatchObject({ total: 1000 });
  await pass(6);
  expect((await invoicesOf(tenant)).map(({ total }) => total)).toEqual([0n, 1000n]);
});
