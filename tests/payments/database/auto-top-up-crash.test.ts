import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { beginAutoTopUp } from "~/payments/inside/auto-top-up/begin-auto-top-up.server";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { stripe } from "~/payments/stripe-client.server";
import { reconcile } from "~/staff/reconcile.server";
import { settleTopUps } from "~/payments/settle-top-ups.server";
import { IN_BALANCE } from "../../support/in-balance";
import { aCard, useProvider } from "../../support/provider";
import type { TenantInWorld } from "../../support/world";
import { anAutoTenant, chargesOf, creditsOf, later, spend, standingOf, topUpsOf } from "./auto-top-up";

const shop = useProvider();
const now = new Date();
/** The SDK tries each request twice. */
const BOTH_TRIES = 2;
const CHARGE = "^POST /v1/payment_intents$";

async function expectOneCharge(tenant: TenantInWorld): Promise<void> {
  expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
  expect(await creditsOf(tenant.tenantId)).toEqual([5000n]);
  expect((await topUpsOf(tenant.tenantId)).map(({ state }) => state)).toEqual(["settled"]);
  expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "watching", topupId: null });
}

describe("An interrupted worker, or a silent provider, ends with one charge and one credit", () => {
  test("after the top-up was recorded, before the provider was asked", async () => {
    const tenant = await anAutoTenant();
    await beginAutoTopUp({ tenantId: tenant.tenantId, now });
    await runAutoTopUps({ now });
    expect(chargesOf(shop.sandbox, tenant)).toEqual([]);
    await settleTopUps({ now: later(now, { minutes: 2 }) });
    await runAutoTopUps({ now: later(now, { minutes: 2 }) });
    await expectOneCharge(tenant);
  });

  test.each(["cut_after", "cut_before", "error_before"] as const)("%s of the charge", async (kind) => {
    const tenant = await anAutoTenant();
    shop.sandbox.controls.fault({ kind, times: BOTH_TRIES, match: CHARGE });
    await runAutoTopUps({ now });
    expect(await creditsOf(tenant.tenantId)).toEqual([]);
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "charging" });
    expect(chargesOf(shop.sandbox, tenant)).toEqual(kind.endsWith("after") ? [5000] : []);
    // No other top-up starts while the outcome is open, however low the balance.
    await runAutoTopUps({ now: later(now, { hours: 2 }) });
    expect(await topUpsOf(tenant.tenantId)).toHaveLength(1);
    await settleTopUps({ now: later(now, { hours: 2 }) });
    await runAutoTopUps({ now: later(now, { hours: 2 }) });
    await expectOneCharge(tenant);
  });

  test("an error after the charge, which the provider repeats for its key: reconciliation finds the money", async () => {
    const tenant = await anAutoTenant();
    shop.sandbox.controls.fault({ kind: "error_after", times: BOTH_TRIES, match: CHARGE });
    await runAutoTopUps({ now });
    expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "charging" });
    await Promise.all([reconcile({ now }), reconcile({ now })]);
    await runAutoTopUps({ now });
    await expectOneCharge(tenant);
  });

  test("after more than a day of silence, when the key has expired and the payment is looked up", async () => {
    const tenant = await anAutoTenant();
    shop.sandbox.controls.fault({ kind: "cut_after", times: BOTH_TRIES, match: CHARGE });
    await runAutoTopUps({ now });
    const tomorrow = later(now, { hours: 25 });
    await settleTopUps({ now: tomorrow });
    await runAutoTopUps({ now: tomorrow });
    await expectOneCharge(tenant);
  });
});

test("A customer who confirms at the bank gets the same payment credited once", async () => {
  const tenant = await anAutoTenant({ fate: "authenticationRequired" });
  await runAutoTopUps({ now });
  const [topUp] = await topUpsOf(tenant.tenantId);
  const id = topUp?.paymentIntentId ?? "";
  const card = await aCard({ tenantId: tenant.tenantId, name: "pm_card_mastercard" });
  await stripe().paymentIntents.confirm(id, {
    payment_method: card,
    return_url: "http://127.0.0.1:3000/back",
  });
  const soon = later(now, { minutes: 2 });
  await Promise.all([settleTopUps({ now: soon }), settleTopUps({ now: soon }), runAutoTopUps({ now: soon })]);
  await runAutoTopUps({ now: soon });
  await expectOneCharge(tenant);
});

type Deed = "run" | "settle" | "spend" | "wait" | "two runs" | "cut_after" | "error_before" | "good card" | "bad card";
const aDeed = fc.constantFrom<Deed>(
  ...(["run", "run", "settle", "spend", "spend", "wait", "two runs"] as const),
  ...(["cut_after", "error_before", "good card", "bad card"] as const),
);

test("After any history every charge is credited once and the month's cap holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aDeed, { minLength: 5, maxLength: 25 }), async (deeds) => {
      shop.sandbox.controls.clearFaults();
      const tenant = await anAutoTenant({ cap: 180 });
      let at = now;
      for (const deed of deeds) at = await carryOut(deed, tenant, at);
      shop.sandbox.controls.clearFaults();
      at = later(at, { minutes: 5 });
      await settleTopUps({ now: at });
      await runAutoTopUps({ now: at });

      const charged = chargesOf(shop.sandbox, tenant).map(BigInt);
      expect(await creditsOf(tenant.tenantId)).toEqual(charged);
      expect(await mostInAMonth(tenant.tenantId)).toBeLessThanOrEqual(18_000n);
      expect(await checkLedger()).toEqual(IN_BALANCE);
      await db.query(`update auto_top_up set state = 'off', topup_id = null, try_after = null`);
    }),
    { numRuns: 12 },
  );
});

async function carryOut(deed: Deed, tenant: TenantInWorld, at: Date): Promise<Date> {
  const { tenantId } = tenant;
  if (deed === "wait") return later(at, { hours: 3 });
  if (deed === "run") await runAutoTopUps({ now: at });
  if (deed === "two runs") await Promise.all([runAutoTopUps({ now: at }), runAutoTopUps({ now: at })]);
  if (deed === "settle") await settleTopUps({ now: later(at, { minutes: 2 }) });
  if (deed === "spend") await spend({ tenantId, cents: 3000n });
  if (deed === "cut_after" || deed === "error_before")
    shop.sandbox.controls.fault({ kind: deed, times: BOTH_TRIES, match: CHARGE });
  if (deed === "good card") await takeCard(tenantId, "pm_card_visa");
  if (deed === "bad card") await takeCard(tenantId, "pm_card_chargeDeclined");
  return at;
}

/** The provider treats the name of a test card as a card with that behaviour. */
async function takeCard(tenantId: number, pmId: string): Promise<void> {
  await db.query(`delete from card where pm_id = $1`, [pmId]);
  await db.query(`update card set is_default = false where tenant_id = $1`, [tenantId]);
  await db.query(
    `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, is_default, added_at)
     values ($1, $2, 'visa', '4242', 12, 2034, true, now())`,
    [pmId, tenantId],
  );
}

async function mostInAMonth(tenantId: number): Promise<bigint> {
  const [row] = await db.query<{ most: bigint }>(
    `select coalesce(max(sum), 0)::bigint as most from (
       select sum(cents) as sum from top_up where tenant_id = $1 and way = 'auto' and state = 'settled'
       group by date_trunc('month', created_at, 'UTC')) months`,
    [tenantId],
  );
  return row?.most ?? 0n;
}
