import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readCoins } from "~/money/read-coins.server";
import { M } from "~/messages";
import { makeDefaultCard } from "~/payments/default-card.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { readLive } from "~/payments/inside/subscription/lock-subscription.server";
import { readStatus, readStatusNow } from "~/payments/inside/subscription/read-status.server";
import { subscribe } from "~/payments/inside/subscription/subscribe.server";
import { isEnabled } from "~/payments/inside/subscription/subscription-state";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { aCard, answerBank } from "../../../support/provider";
import { aTenant } from "../../../support/world";
import {
  BOTH_TRIES,
  aDiscount,
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
const MINUTE_MS = 60_000;

describe("enabling the subscription (6.4)", () => {
  test("46: without a card is refused with M61; with one the status turns from 0 to the upcoming invoice", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await expect(enable(tenant)).rejects.toMatchObject({ message: M.paymentMethodRequired });
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toBe(0);
    await aCard(tenant);
    expect(await enable(tenant)).toEqual({ kind: "enabled" });
    const status = { id: "upcoming", number: null, total: 2000, amount_remaining: 2000, paid: false };
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toMatchObject(status);
    expect(await readStatus(tenant)).toMatchObject(status);
    expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
    expect(await readCoins(tenant)).toBe(20_000_000n);
    await hearReports(shop);
    expect(await invoicesOf(tenant)).toEqual([
      { status: "paid", total: 2000n, number: expect.stringMatching(/^MRS-\d{6}$/) },
    ]);
  });

  test("needs a confirmed address", async () => {
    const { tenantId } = await aPayer();
    const asked = { tenantId, state: "unverified", now, agreed: null } as const;
    await expect(subscribe(asked)).rejects.toMatchObject({ message: M.confirmEmailFirst });
  });

  test("ten concurrent calls create one subscription and charge the fee once", async () => {
    const tenant = await aPayer();
    await Promise.allSettled(Array.from({ length: 10 }, () => enable(tenant)));
    await enable(tenant);
    expect(await providerSubscriptions(shop, tenant)).toHaveLength(1);
    await hearReports(shop);
    expect(await invoicesOf(tenant)).toHaveLength(1);
    expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
  });

  test("a refused card shows the provider's words, and another card can be tried", async () => {
    const tenant = await aPayer("pm_card_chargeCustomerFail");
    await expect(enable(tenant)).rejects.toMatchObject({ message: "Your card was declined." });
    expect(await standingOf(tenant)).toEqual({ user: "none", subscription: null });
    expect((await providerSubscriptions(shop, tenant)).map(({ status }) => status)).not.toContain("active");
    await hearReports(shop);
    expect(await standingOf(tenant)).toEqual({ user: "none", subscription: null });
    const good = await aCard({ tenantId: tenant.tenantId, name: "pm_card_mastercard" });
    await makeDefaultCard({ tenantId: tenant.tenantId, pmId: good });
    expect(await enable(tenant)).toEqual({ kind: "enabled" });
  });

  test("a bank's question leads to the bank's page, even when repeated; its answer makes the tenant PRO", async () => {
    const tenant = await aPayer("pm_card_authenticationRequired");
    const outcome = await enable(tenant);
    expect(outcome).toMatchObject({ kind: "confirm", actionUrl: expect.stringContaining("/bank/") });
    expect(await standingOf(tenant)).toEqual({ user: "none", subscription: "incomplete" });
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toBe(0);
    // Requesting it again leads to the same page.
    expect(await enable(tenant)).toEqual(outcome);
    await answerBank(outcome.kind === "confirm" ? outcome.actionUrl : "", "confirm");
    await hearReports(shop);
    expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
    expect(await providerSubscriptions(shop, tenant)).toHaveLength(1);
  });

  test("a bank's refusal leaves the tenant FREE, and the payment can be retried or cancelled", async () => {
    const tenant = await aPayer("pm_card_authenticationRequired");
    const outcome = await enable(tenant);
    await answerBank(outcome.kind === "confirm" ? outcome.actionUrl : "", "refuse");
    await hearReports(shop);
    expect(await standingOf(tenant)).toEqual({ user: "none", subscription: "incomplete" });
    expect((await readLive(tenant))?.message).toMatch(/authentication/);
    expect(await enable(tenant)).toMatchObject({ kind: "confirm" });
    await cancelSubscription({ tenantId: tenant.tenantId, now });
    expect(await standingOf(tenant)).toEqual({ user: "none", subscription: null });
  });

  test.each(["cut_before", "cut_after", "error_before"] as const)(
    "%s of the request: M12, and a repetition makes one subscription",
    async (kind) => {
      const tenant = await aPayer();
      shop.sandbox.controls.fault({ kind, times: BOTH_TRIES, match: "^POST /v1/subscriptions$" });
      await expect(enable(tenant)).rejects.toMatchObject({ message: M.providerSilent });
      expect(await standingOf(tenant)).toEqual({ user: "none", subscription: "requested" });
      expect(await enable(tenant)).toEqual({ kind: "enabled" });
      expect(await providerSubscriptions(shop, tenant)).toHaveLength(1);
    },
  );

  test("an interrupted request that was never repeated is looked up, and ends if it never arrived", async () => {
    const [came, lost] = [await aPayer(), await aPayer()];
    for (const [tenant, kind] of [
      [came, "cut_after"],
      [lost, "cut_before"],
    ] as const) {
      shop.sandbox.controls.fault({ kind, times: BOTH_TRIES, match: "^POST /v1/subscriptions$" });
      await expect(enable(tenant)).rejects.toMatchObject({ message: M.providerSilent });
    }
    await syncSubscriptions({ now: new Date(now.getTime() + 2 * MINUTE_MS) });
    expect(await standingOf(came)).toEqual({ user: "none", subscription: "incomplete" });
    expect(await standingOf(lost)).toEqual({ user: "none", subscription: "requested" });
    await syncSubscriptions({ now: new Date(now.getTime() + 20 * MINUTE_MS) });
    expect(await standingOf(lost)).toEqual({ user: "none", subscription: null });
    // It was never paid: the customer has to request it again.
    expect(await enable(came)).toEqual({ kind: "enabled" });
    expect(await providerSubscriptions(shop, lost)).toHaveLength(0);
  });

  test("disabling ends it with its period, and subscribing before undoes that", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    await cancelSubscription({ tenantId: tenant.tenantId, now });
    expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
    expect(isEnabled(await readLive(tenant))).toBe(false);
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toBe(0);
    expect(await enable(tenant)).toEqual({ kind: "enabled" });
    expect(isEnabled(await readLive(tenant))).toBe(true);
    expect(await readStatus(tenant)).toMatchObject({ total: 2000 });
    expect(await providerSubscriptions(shop, tenant)).toHaveLength(1);
  });

  test("a trial becomes a subscription at once", async () => {
    const tenant = await aPayer();
    await db.query(`update user_account set codify_subscription_status = 'trial' where tenant_id = $1`, [
      tenant.tenantId,
    ]);
    await enable(tenant);
    expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
  });

  test("a percentage from a code reduces the fee once, and stays for the next attempt when the card is refused", async () => {
    const tenant = await aPayer("pm_card_chargeCustomerFail");
    await db.query(
      `insert into subscription_discount (tenant_id, code, percent, duration, at) values ($1, 'HALF', 50, '2 months', now())`,
      [tenant.tenantId],
    );
    await expect(enable(tenant)).rejects.toThrow();
    await db.query(`update card set removed_at = now(), is_default = false where tenant_id = $1`, [tenant.tenantId]);
    await aCard(tenant);
    await enable(tenant);
    await hearReports(shop);
    const paid = (await invoicesOf(tenant)).filter(({ status }) => status === "paid");
    expect(paid.map(({ total }) => total)).toEqual([1000n]);
    expect(await readStatus(tenant)).toMatchObject({ total: 1000 });
  });

  test("a code created again with another percentage is another coupon at the provider", async () => {
    const paid = async (percent: number) => {
      const tenant = await aPayer();
      await aDiscount(tenant, { code: "AGAIN", percent });
      await enable(tenant);
      await hearReports(shop);
      return (await invoicesOf(tenant)).map(({ total }) => total);
    };
    expect(await paid(50)).toEqual([1000n]);
    expect(await paid(25)).toEqual([1500n]);
    expect(await paid(50)).toEqual([1000n]);
    const coupons = shop.sandbox.controls.objects("coupon").filter(({ name }) => name === "Code AGAIN");
    expect(coupons.map(({ percent_off }) => percent_off)).toEqual([50, 25]);
  });

  test("a code redeemed while it runs counts from the next invoice", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    await db.query(
      `insert into subscription_discount (tenant_id, code, percent, duration, at) values ($1, 'TENTH', 10, 'forever', now())`,
      [tenant.tenantId],
    );
    await syncSubscriptions({ now: new Date(Date.now() + 2 * MINUTE_MS) });
    expect(await readStatus(tenant)).toMatchObject({ total: 1800 });
  });

  test("a closed account pays for no further month", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    await db.query(`update user_account set state = 'closed', email = null where tenant_id = $1`, [tenant.tenantId]);
    await syncSubscriptions({ now: new Date(Date.now() + 61 * MINUTE_MS) });
    const [subscription] = await providerSubscriptions(shop, tenant);
    expect(subscription).toMatchObject({ status: "active", cancel_at_period_end: true });
  });
});
