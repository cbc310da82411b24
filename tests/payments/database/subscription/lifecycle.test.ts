import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { M } from "~/messages";
import { addCharge } from "~/payments/inside/subscription/add-charge.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { changeMethod } from "~/payments/inside/subscription/change-method.server";
import { downloadInvoice } from "~/payments/inside/subscription/download-invoice.server";
import { listInvoices } from "~/payments/list-invoices.server";
import { readStatus, readStatusNow } from "~/payments/inside/subscription/read-status.server";
import { recordUsage } from "~/payments/inside/subscription/record-usage.server";
import { sendUsage } from "~/payments/send-usage.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { aCard } from "../../../support/provider";
import {
  BOTH_TRIES,
  aPayer,
  enable,
  hearReports,
  invoicesOf,
  mailsOf,
  providerSubscriptions,
  standingOf,
  useShop,
} from "./subscribing";

const shop = useShop();
const now = new Date();
const DAY_S = 86_400;
const MINUTE_MS = 60_000;

describe("amounts on the upcoming invoice (B13)", () => {
  const add = (tenant: { tenantId: number; userId: number }, cents: bigint, text = "charge") =>
    addCharge({ ...tenant, cents: cents as Cents, text, now: new Date() });

  test("are added and deducted; a negative total is shown as 0 and carried over", async () => {
    const tenant = await aPayer();
    await expect(add(tenant, 100n)).rejects.toMatchObject({ message: M.subscriptionRequired });
    await enable(tenant);
    await add(tenant, 4000n);
    expect(await readStatus(tenant)).toMatchObject({ total: 6000 });
    await add(tenant, -5000n, "discount");
    await add(tenant, -5000n, "discount");
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toMatchObject({
      total: 0,
      amount_remaining: 0,
    });
    await cancelSubscription({ tenantId: tenant.tenantId, now });
    await expect(add(tenant, 100n)).rejects.toMatchObject({ message: M.subscriptionRequired });
  });

  test.each(["cut_before", "cut_after", "error_before"] as const)(
    "%s: M12, and a repetition is added once",
    async (kind) => {
      const tenant = await aPayer();
      await enable(tenant);
      shop.sandbox.controls.fault({ kind, times: BOTH_TRIES, match: "^POST /v1/invoiceitems$" });
      await expect(add(tenant, 700n)).rejects.toMatchObject({ message: M.providerSilent });
      await add(tenant, 700n);
      expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toMatchObject({ total: 2700 });
      // The next one of the same kind is a different one.
      await add(tenant, 700n);
      expect(await readStatus(tenant)).toMatchObject({ total: 3400 });
    },
  );
});

describe("/payments/usage", () => {
  const use = (tenantName: string, minutes: number, idempotencyKey: string) =>
    recordUsage({ tenantName, minutes, idempotencyKey, usedAt: new Date(), userId: 1, now: new Date() });
  const send = (laterMs = 0) => sendUsage({ now: new Date(Date.now() + laterMs) });

  test("refuses an unknown tenant with M97 and one without a subscription with M64", async () => {
    const tenant = await aPayer();
    await expect(use("nobody", 60, "a")).rejects.toMatchObject({ message: M.noSuchTenant });
    await expect(use(tenant.tenantName, 60, "a")).rejects.toMatchObject({ message: M.subscriptionRequired });
  });

  test("60 minutes are 1 dollar, and a key counts once, even ten times at once", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    const told = await Promise.all(Array.from({ length: 10 }, () => use(tenant.tenantName, 60, "hour-1")));
    expect(new Set(told.map(({ cents }) => cents))).toEqual(new Set([100n]));
    await Promise.all([send(), send(), send()]);
    await send(60 * MINUTE_MS);
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toMatchObject({ total: 2100 });
    await expect(use(tenant.tenantName, 61, "hour-1")).rejects.toThrow("used for another event");
  });

  test.each(["cut_after", "cut_before", "error_before"] as const)("%s: reported again, billed once", async (kind) => {
    const tenant = await aPayer();
    await enable(tenant);
    await use(tenant.tenantName, 90, "work");
    shop.sandbox.controls.fault({ kind, times: BOTH_TRIES, match: "^POST /v1/billing/meter_events$" });
    await send();
    await send(60 * MINUTE_MS);
    await send(3 * 60 * MINUTE_MS);
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toMatchObject({ total: 2150 });
    const [report] = await db.query(`select state from usage_report where tenant_id = $1`, [tenant.tenantId]);
    expect(report).toEqual({ state: "sent" });
  });

  test("minutes that the provider does not answer for keep no others from being reported", async () => {
    const tenants = [await aPayer(), await aPayer()];
    for (const tenant of tenants) {
      await enable(tenant);
      await use(tenant.tenantName, 60, "together");
    }
    const match = "^POST /v1/billing/meter_events$";
    shop.sandbox.controls.fault({ kind: "error_before", times: BOTH_TRIES, match });
    expect(await send()).toMatchObject({ tenants: 1, failed: [] });
    expect(await send(60 * MINUTE_MS)).toMatchObject({ tenants: 1, failed: [] });
  });

  test("each has its turn, also when the provider answers for none of several", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    for (const key of ["1", "2", "3", "4", "5", "6"]) await use(tenant.tenantName, 60, key);
    const match = "^POST /v1/billing/meter_events$";
    shop.sandbox.controls.fault({ kind: "error_before", times: 1000, match });
    for (const laterMs of [0, 60 * MINUTE_MS]) expect(await send(laterMs)).toMatchObject({ tenants: 0, failed: [] });
    expect(await db.query(`select from usage_report where state = 'unsent' and asked_at is null`)).toEqual([]);
    shop.sandbox.controls.clearFaults();
    expect(await send(3 * 60 * MINUTE_MS)).toMatchObject({ tenants: 1, failed: [] });
  });

  test("minutes with an unknown outcome are not reported again after a day, but shown to a person", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    await use(tenant.tenantName, 30, "lost");
    shop.sandbox.controls.fault({
      kind: "cut_after",
      times: BOTH_TRIES,
      match: "^POST /v1/billing/meter_events$",
    });
    await send();
    const { failed } = await send(25 * 60 * MINUTE_MS);
    expect(failed).toHaveLength(1);
    expect(await readStatusNow({ tenantId: tenant.tenantId, now })).toMatchObject({ total: 2050 });
  });
});

describe("Invoices", () => {
  test("are downloaded by their owner only, and not while the provider does not answer", async () => {
    const [tenant, stranger] = [await aPayer(), await aPayer()];
    await enable(tenant);
    await hearReports(shop);
    const [invoice] = await listInvoices(tenant);
    const invoiceId = invoice?.id ?? "";
    const { name, pdf } = await downloadInvoice({ tenantId: tenant.tenantId, invoiceId });
    expect(name).toBe(invoice?.number);
    expect((await new Response(pdf).text()).slice(0, 5)).toBe("%PDF-");
    for (const asked of [
      { tenantId: stranger.tenantId, invoiceId },
      { tenantId: tenant.tenantId, invoiceId: "in_nothing" },
    ])
      await expect(downloadInvoice(asked)).rejects.toMatchObject({
        message: M.notFound,
        details: { status: 404 },
      });
    shop.sandbox.controls.fault({ kind: "error_before", times: BOTH_TRIES, match: "^GET /v1/invoices/" });
    await expect(downloadInvoice({ tenantId: tenant.tenantId, invoiceId })).rejects.toMatchObject({
      message: M.providerSilent,
    });
  });

  test("and the subscription are brought up to date by the job when every report was lost", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    await shop.sandbox.controls.settled();
    await db.query(`delete from webhook_event`);
    // Subscribing reads them too, if the provider answers in time.
    await db.query(`delete from subscription_invoice where tenant_id = $1`, [tenant.tenantId]);
    await syncSubscriptions({ now: new Date(Date.now() + 61 * MINUTE_MS) });
    expect(await invoicesOf(tenant)).toHaveLength(1);
  });
});

// Must be the last, because the provider's clock advances for everybody.
describe("as months go by (6.4)", () => {
  const pass = async (days: number) => {
    await shop.sandbox.controls.advance(days * DAY_S);
    await hearReports(shop);
  };

  test("a renewal is paid and invoiced; after Disable the period ends it and the account is FREE", async () => {
    const tenant = await aPayer();
    await enable(tenant);
    await addCharge({ ...tenant, cents: 100n as Cents, text: "60 minutes of work", now: new Date() });
    await pass(32);
    expect((await invoicesOf(tenant)).map(({ status, total }) => [status, total])).toEqual([
      ["paid", 2000n],
      ["paid", 2100n],
    ]);
    await cancelSubscription({ tenantId: tenant.tenantId, now });
    expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
    await pass(32);
    expect(await standingOf(tenant)).toEqual({ user: "canceled", subscription: null });
    expect(await mailsOf(tenant)).toContain("Your Millrace subscription has ended");
    await enable(tenant);
    expect(await standingOf(tenant)).toEqual({ user: "active", subscription: "active" });
    expect(await providerSubscriptions(shop, tenant)).toHaveLength(2);
  });

  test("a failed renewal keeps PRO and sends a mail; a new card pays it, and without one it ends in FREE", async () => {
    const [saved, left] = [await aPayer(), await aPayer()];
    for (const tenant of [saved, left]) {
      await enable(tenant);
      const bad = await aCard({ tenantId: tenant.tenantId, name: "pm_card_chargeCustomerFail" });
      await changeMethod({ tenantId: tenant.tenantId, pmId: bad, now });
    }
    await pass(32);
    for (const tenant of [saved, left]) {
      expect(await standingOf(tenant)).toEqual({ user: "past_due", subscription: "past_due" });
      expect(await mailsOf(tenant)).toContain("Your Millrace subscription could not be paid");
    }
    await changeMethod({ tenantId: saved.tenantId, pmId: saved.pmId, now });
    await pass(8);
    expect(await standingOf(saved)).toEqual({ user: "active", subscription: "active" });
    await pass(14);
    expect(await standingOf(left)).toEqual({ user: "canceled", subscription: null });
  });

  test("repeated reports in reverse order end in the provider's present state", async () => {
    const tenant = await aPayer();
    for (const kind of ["webhook_double", "webhook_reverse"] as const) shop.sandbox.controls.fault({ kind, times: 20 });
    await enable(tenant);
    await cancelSubscription({ tenantId: tenant.tenantId, now });
    await pass(32);
    shop.sandbox.controls.clearFaults();
    await hearReports(shop);
    expect(await standingOf(tenant)).toEqual({ user: "canceled", subscription: null });
  });
});
