import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits, centsToUnits } from "~/money/units";
import { stripe } from "~/payments/stripe-client.server";
import { reconcile } from "~/staff/reconcile.server";
import { processEvents } from "~/payments/process-events.server";
import { env } from "~/platform/env.server";
import { useProvider } from "../../support/provider";
import { aTenant, credit } from "../../support/world";
import { accountsOf } from "../../money/database/billing/running-task";
import { creditsOf, dollars, later, topUpsOf } from "./auto-top-up";
import { aPaidTopUp, aTopUp, anUnnoticedPayment, checksByName, openDifferences, readTopUpRow } from "./reconciling";

const shop = useProvider();
const now = new Date();
const soon = later(now, { minutes: 45 });

/** The tests share one provider and one ledger; each ends with nothing left open. */
const run = async (at = now) => {
  const { faults } = await reconcile({ now: at });
  expect(faults).toEqual([]);
};

beforeEach(() => shop.sandbox.controls.clearFaults());

test("Nothing differs before the first payment, and after a payment that both sides have recorded", async () => {
  await run();
  expect(await checksByName()).toEqual(
    Object.fromEntries(
      ["movements", "provider-balance", "top-ups", "events", "ledger", "debts", "charges", "usage"].map((name) => [
        name,
        { state: "well", answered: true },
      ]),
    ),
  );
  const { tenantId } = await aTenant({ dollars: 0 });
  await aPaidTopUp({ tenantId, now });
  await run(later(now, { minutes: 5 }));
  expect(await openDifferences()).toEqual([]);
});

describe("The ledger is completed with the provider's data", () => {
  test("a payment, once, even by two concurrent workers", async () => {
    const { tenantId } = await aTenant({ dollars: 0 });
    await anUnnoticedPayment({ tenantId, now });
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await creditsOf(tenantId)).toEqual([5000n]);
    expect((await topUpsOf(tenantId)).map(({ state }) => state)).toEqual(["settled"]);
    expect(await openDifferences()).toEqual([]);
  });

  test("more payments than the provider lists on one page", async () => {
    const { tenantId } = await aTenant({ dollars: 0 });
    for (let batch = 0; batch < 21; batch += 1)
      await Promise.all(Array.from({ length: 5 }, () => anUnnoticedPayment({ tenantId, now })));
    await run();
    expect(await creditsOf(tenantId)).toEqual(Array.from({ length: 105 }, () => 5000n));
    expect(await openDifferences()).toEqual([]);
  });

  test("partial refunds, each with its own amount, and one that fails later", async () => {
    const { tenantId } = await aTenant({ dollars: 0 });
    const { paymentIntentId } = await aPaidTopUp({ tenantId, now });
    for (const amount of [1000, 500]) await stripe().refunds.create({ payment_intent: paymentIntentId ?? "", amount });
    await Promise.all([run(), run()]);
    expect((await accountsOf(tenantId)).customer).toBe(centsToUnits(dollars(35)));

    const failing = await aTenant({ dollars: 0 });
    const paid = await aPaidTopUp({ tenantId: failing.tenantId, card: "refundFail", now });
    await stripe().refunds.create({ payment_intent: paid.paymentIntentId ?? "", amount: 2000 });
    await run();
    await shop.sandbox.controls.advance(24 * 3600);
    await run();
    expect((await accountsOf(failing.tenantId)).customer).toBe(centsToUnits(dollars(50)));
    expect(await openDifferences()).toEqual([]);
  });

  test("a dispute, with its fee recorded as ours", async () => {
    const { tenantId } = await aTenant({ dollars: 0 });
    const { topupId } = await aPaidTopUp({ tenantId, card: "createDispute", now });
    await shop.sandbox.controls.advance(3600);
    await run();
    expect((await readTopUpRow(topupId)).state).toBe("disputed");
    expect((await accountsOf(tenantId)).customer).toBe(0n);
    const [movement] = await db.query<{ cents: bigint; fee_cents: bigint; concern: string }>(
      `select cents, fee_cents, concern from provider_movement where type = 'adjustment'`,
    );
    expect(movement).toMatchObject({ cents: -5000n, concern: "balance" });
    expect(movement?.fee_cents).toBeGreaterThan(0n);
    expect(await openDifferences()).toEqual([]);
  });
});

describe("Other differences stay until they are gone", () => {
  test("a payment that names an unknown top-up: first seen once, seen again each time, then resolved", async () => {
    const { id: customer } = await stripe().customers.create({ email: "stranger@test.example" });
    const { id } = await stripe().paymentIntents.create({
      amount: 700,
      currency: "usd",
      customer,
      payment_method: "pm_card_visa",
      confirm: true,
      off_session: true,
      metadata: { topup: "5f0b7a1c-8f0e-4f6c-bb0c-7f0e6d2a1c90" },
    });
    await Promise.all([run(now), run(now)]);
    const hour = later(now, { hours: 1 });
    await run(hour);
    const [found, ...more] = (await openDifferences()).filter(({ check_name }) => check_name === "movements");
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: "missing-here",
      subject: id,
      ledger_units: 0n,
      provider_units: 700n * 3600n,
      first_seen_at: now,
      last_seen_at: hour,
    });
    expect((await checksByName())["movements"]?.state).toBe("differs");
    await stripe().refunds.create({ payment_intent: id });
    await run(later(now, { hours: 2 }));
    expect(await openDifferences()).toEqual([]);
  });

  test("a posting without a payment is reported after ten minutes, not at once", async () => {
    const { tenantId } = await aTenant({ dollars: 0 });
    const key = "stripe:pi_neverseen";
    await transaction((tx) =>
      addCredit(tx, {
        tenantId,
        units: asUnits(3600n),
        from: "provider",
        kind: "topup",
        key,
        description: "Top-up",
        now,
      }),
    );
    await run(later(now, { minutes: 9 }));
    expect(await openDifferences()).toEqual([]);
    await run(later(now, { minutes: 11 }));
    expect(await openDifferences()).toMatchObject([
      { check_name: "movements", kind: "missing-there", subject: "pi_neverseen", ledger_units: 3600n },
      { check_name: "provider-balance", kind: "total", ledger_units: expect.anything() as bigint },
    ]);
    // A correction is another posting under its key.
    const reversal = { key: `${key}:reversed`, description: "Never paid", now };
    await transaction((tx) =>
      takeMoney(tx, { tenantId, units: asUnits(3600n), to: "provider", kind: "adjustment", ...reversal }),
    );
    await run(later(now, { minutes: 20 }));
    expect(await openDifferences()).toEqual([]);
  });
});

describe("Top-ups that stay open", () => {
  test("are no difference while the customer has the word, and closed after a day", async () => {
    const { tenantId } = await aTenant({ dollars: 0 });
    const paid = await aPaidTopUp({ tenantId, card: "authenticationRequired", now });
    expect(paid.state).toBe("requires_action");
    await run(soon);
    expect(await openDifferences()).toEqual([]);
    await run(later(now, { hours: 25 }));
    expect((await readTopUpRow(paid.topupId)).state).toBe("failed");
    expect(await openDifferences()).toEqual([]);
  });

  test("that get no answer from the provider are reported, and settled when it answers", async () => {
    const { tenantId } = await aTenant({ dollars: 0 });
    const topUp = await aTopUp({ tenantId, now: later(now, { hours: -1 }) }, "auto");
    shop.sandbox.controls.fault({ kind: "error_before", times: 2, match: "^POST /v1/payment_intents$" });
    await run();
    expect(await openDifferences()).toMatchObject([
      { check_name: "top-ups", kind: "unanswered", subject: topUp.topupId },
    ]);
    await run();
    expect((await readTopUpRow(topUp.topupId)).state).toBe("settled");
    expect(await openDifferences()).toEqual([]);
  });
});

test("Events that never arrived are fetched, processed like any other, and reported until then", async () => {
  const { tenantId } = await aTenant({ dollars: 0 });
  // The provider dates its events by the clock, which may be minutes past the start of this file.
  const paidAt = new Date();
  await anUnnoticedPayment({ tenantId, now: paidAt });
  await db.query(`delete from webhook_event`);
  await run(later(paidAt, { minutes: 11 }));
  const missed = await openDifferences("events");
  expect(missed.length).toBeGreaterThan(0);
  expect(missed.every(({ kind }) => kind === "missed")).toBe(true);
  const stored = await db.query(`select from webhook_event where event_id = any($1::text[])`, [
    missed.map(({ subject }) => subject),
  ]);
  expect(stored).toHaveLength(missed.length);
  await processEvents({ now: later(paidAt, { minutes: 12 }) });
  await run(later(paidAt, { minutes: 13 }));
  expect(await openDifferences("events")).toEqual([]);
});

test("The ledger's own rules are checked too: sums, stored balances, no tenant with money and debt", async () => {
  const { tenantId, tenantName } = await aTenant({ dollars: 3 });
  await run();
  expect((await openDifferences()).map(({ check_name, kind }) => [check_name, kind])).toEqual([
    ["provider-balance", "no-payment"],
  ]);
  await db.query(`update ledger_account set balance = -1 where tenant_id = $1 and kind = 'owed'`, [tenantId]);
  await run();
  expect((await openDifferences()).map(({ check_name, kind, subject }) => [check_name, kind, subject])).toEqual([
    ["provider-balance", "no-payment", "provider"],
    ["ledger", "balances", "ledger"],
    ["ledger", "days", "ledger"],
    ["debts", "money-and-debt", tenantName],
  ]);
  await db.query(`update ledger_account set balance = 0 where tenant_id = $1 and kind = 'owed'`, [tenantId]);
  await credit({ tenantId, dollars: 1 });
  await run();
  expect((await openDifferences()).map(({ kind }) => kind)).toEqual(["no-payment"]);
});

test("An unreachable provider makes no difference appear or vanish, and its checks report that", async () => {
  const before = await openDifferences();
  const origin = env.STRIPE_SANDBOX_ORIGIN;
  env.STRIPE_SANDBOX_ORIGIN = "http://127.0.0.1:1";
  await run();
  const checks = await checksByName();
  expect(["movements", "provider-balance", "events", "ledger"].map((name) => checks[name]?.state)).toEqual([
    ...["silent", "silent", "silent", "well"],
  ]);
  const [{ message } = { message: "" }] = await db.query<{ message: string }>(
    `select message from reconcile_check where name = 'events'`,
  );
  expect(message).toMatch(/^The provider gave no answer\. .*(connect|request)/i);
  expect((await openDifferences()).map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind));
  env.STRIPE_SANDBOX_ORIGIN = undefined;
  await run();
  expect((await checksByName())["movements"]).toEqual({ state: "off", answered: true });
  env.STRIPE_SANDBOX_ORIGIN = origin;
});
