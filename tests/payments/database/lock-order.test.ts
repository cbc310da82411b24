import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db, errorCode, pool, type Tx } from "~/platform/db.server";
import { filled, type Values } from "~/platform/named-values";
import { M } from "~/messages";
import type { Cents } from "~/money/units";
import { applyPayment } from "~/payments/apply-payment.server";
import { applyDispute } from "~/payments/apply-dispute.server";
import { insertTopUpIn } from "~/payments/inside/insert-top-up.server";
import type { DisputeFacts, PaymentFacts } from "~/payments/inside/provider/payment-facts";
import { applySubscription, type Reading } from "~/payments/inside/subscription/apply-subscription.server";
import { lockWaits } from "../../support/lock-waits";
import { aPayer, ledgerIsRight, purse } from "./purse";

const now = new Date();
const ROUNDS = 12;

/** A transaction without retries, so that a deadlock shows. `before` may stop it ahead of a statement. */
async function once(work: (tx: Tx) => Promise<unknown>, before?: (text: string) => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const query = async <Row extends object>(text: string, values?: Values) => {
      await before?.(text);
      return (await client.query<Row>(filled(text, values))).rows;
    };
    const copyIn = () => Promise.reject(new Error("nothing of money is copied in"));
    await work({ inTransaction: true, query, prepared: { query }, copyIn, afterCommit: () => {} });
    await client.query("commit");
    return "done";
  } catch (error) {
    await client.query("rollback");
    return errorCode(error) || String(error);
  } finally {
    client.release();
  }
}

async function aPaidPage() {
  const { tenantId } = await aPayer();
  const customerId = `cus_${randomUUID()}`;
  await db.query(`insert into payment_customer (tenant_id, customer_id, livemode) values ($1, $2, false)`, [
    tenantId,
    customerId,
  ]);
  const topupId = randomUUID();
  const wanted = { topupId, tenantId, cents: 5000n as Cents, way: "new_card", now } as const;
  const payment: PaymentFacts = {
    paymentIntentId: `pi_${topupId}`,
    adder: null,
    customerId,
    topupId,
    isAutomatic: false,
    status: "succeeded",
    currency: "usd",
    livemode: false,
    received: 5000n as Cents,
    vatCents: null,
    createdAt: now,
    pmId: null,
    needsCustomer: false,
    actionUrl: "",
    message: "",
  };
  const dispute: DisputeFacts = {
    disputeId: `du_${topupId}`,
    paymentIntentId: payment.paymentIntentId,
    cents: 5000n as Cents,
    status: "needs_response",
    reason: "fraudulent",
    openedAt: now,
    movements: 1,
    withdrawn: 5000n as Cents,
  };
  return { tenantId, wanted, payment, dispute };
}

/** A subscription that waits for its first payment, and the reading that shows it as paid. */
async function aPaidSubscription(tenantId: number, customerId: string): Promise<Reading> {
  const subscriptionId = randomUUID();
  await db.query(
    `insert into subscription (subscription_id, tenant_id, pm_id, requested_at, asked_at) values ($1, $2, '', $3, $3)`,
    [subscriptionId, tenantId, now],
  );
  return {
    number: 1n,
    payment: null,
    paid: true,
    upcoming: null,
    facts: {
      providerId: `sub_${subscriptionId}`,
      subscriptionId,
      customerId,
      livemode: false,
      status: "active",
      cancelAtPeriodEnd: false,
      held: false,
      pmId: null,
      periodStart: now,
      periodEnd: now,
      latestInvoiceId: null,
      createdAt: now,
    },
  };
}

/** Resolves when a connection of this database waits for a lock, or when the work that might wait is done. */
async function waitsOrEnds(work: Promise<unknown>): Promise<void> {
  let ended = false;
  void work.finally(() => (ended = true));
  while (!ended) {
    if ((await lockWaits()) > 0) return;
  }
}

const usersOf = async (tenantId: number) =>
  await db.query(`select state, codify_subscription_status as status from user_account where tenant_id = $1`, [
    tenantId,
  ]);

test("a repeated form, while its payment is being credited, waits for it and is not undone by it", async () => {
  const { tenantId, wanted, payment } = await aPaidPage();
  expect(await once((tx) => insertTopUpIn(tx, wanted))).toBe("done");
  let again: Promise<string> | null = null;
  const credited = await once(
    (tx) => applyPayment(tx, { payment, now }),
    async (text) => {
      // It holds the top-up by now, but has not touched the tenant.
      if (again || !text.includes("ledger_account")) return;
      again = once((tx) => insertTopUpIn(tx, wanted));
      await waitsOrEnds(again);
    },
  );
  expect([credited, await again]).toEqual(["done", "done"]);
  expect(await purse({ tenantId })).toEqual({ cents: 5000, owed: 0 });
});

test("a subscription paid while a dispute removes the tenant's access waits for it, and neither is undone", async () => {
  const { tenantId, wanted, payment, dispute } = await aPaidPage();
  const reading = await aPaidSubscription(tenantId, payment.customerId ?? "");
  expect(await once((tx) => insertTopUpIn(tx, wanted))).toBe("done");
  expect(await once((tx) => applyPayment(tx, { payment, now }))).toBe("done");
  let subscribed: Promise<string> | null = null;
  const disputed = await once(
    (tx) => applyDispute(tx, { dispute, now }),
    async (text) => {
      // It holds the users by now, but has not touched the tenant.
      if (subscribed || !text.includes("ledger_account")) return;
      subscribed = once((tx) => applySubscription(tx, reading, now));
      await waitsOrEnds(subscribed);
    },
  );
  expect([disputed, await subscribed]).toEqual(["done", "done"]);
  expect(await usersOf(tenantId)).toEqual([{ state: "suspended", status: "active" }]);
});

/** Two paid top-ups of one tenant, each disputed and withdrawn, and readings in which the money is back. */
async function twoDisputes() {
  const { tenantId, wanted, payment, dispute } = await aPaidPage();
  const disputes = ["one", "two"].map((name) => {
    const topupId = randomUUID();
    const paymentIntentId = `pi_${topupId}`;
    return {
      wanted: { ...wanted, topupId },
      payment: { ...payment, topupId, paymentIntentId },
      gone: { ...dispute, disputeId: `du_${name}_${topupId}`, paymentIntentId },
      back: {
        ...dispute,
        disputeId: `du_${name}_${topupId}`,
        paymentIntentId,
        status: "won",
        movements: 2,
        withdrawn: 0n as Cents,
      },
    };
  });
  for (const one of disputes) {
    expect(await once((tx) => insertTopUpIn(tx, one.wanted))).toBe("done");
    expect(await once((tx) => applyPayment(tx, { payment: one.payment, now }))).toBe("done");
  }
  const [first, second] = disputes;
  if (!first || !second) throw new Error("there are two");
  return { tenantId, first, second };
}

/** Applies a dispute, and another one between its suspensions and its commit. */
async function applyWhile(dispute: DisputeFacts, other: DisputeFacts): Promise<void> {
  let meanwhile: Promise<string> | null = null;
  const applied = await once(
    (tx) => applyDispute(tx, { dispute, now }),
    async (text) => {
      if (meanwhile || !text.includes("ledger_account")) return;
      meanwhile = once((tx) => applyDispute(tx, { dispute: other, now }));
      await waitsOrEnds(meanwhile);
    },
  );
  expect([applied, await meanwhile]).toEqual(["done", "done"]);
}

test("two disputes won at one time restore the access", async () => {
  const { tenantId, first, second } = await twoDisputes();
  for (const { gone } of [first, second])
    expect(await once((tx) => applyDispute(tx, { dispute: gone, now }))).toBe("done");
  await applyWhile(first.back, second.back);
  expect(await usersOf(tenantId)).toEqual([{ state: "active", status: "none" }]);
});

test("a dispute that begins while another is won removes the access", async () => {
  const { tenantId, first, second } = await twoDisputes();
  expect(await once((tx) => applyDispute(tx, { dispute: first.gone, now }))).toBe("done");
  await applyWhile(first.back, second.gone);
  expect(await usersOf(tenantId)).toEqual([{ state: "suspended", status: "none" }]);
});

test("concurrent forms, payments and disputes of one tenant, in any order, cause no deadlock", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { tenantId, wanted, payment, dispute } = await aPaidPage();
    expect(await once((tx) => insertTopUpIn(tx, wanted))).toBe("done");
    const others = Array.from({ length: 2 }, () => ({ ...wanted, topupId: randomUUID() }));
    const works: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => insertTopUpIn(tx, wanted),
      (tx) => applyPayment(tx, { payment, now }),
      async (tx) => {
        await applyPayment(tx, { payment, now });
        await applyDispute(tx, { dispute, now });
      },
      ...others.map((other) => (tx: Tx) => insertTopUpIn(tx, other)),
      (tx) => insertTopUpIn(tx, wanted),
    ];
    const turned = [...works.slice(round % works.length), ...works.slice(0, round % works.length)];
    // A new top-up is refused once the dispute has suspended the owner.
    const ends = await Promise.all(turned.map((work) => once(work)));
    expect(ends.filter((end) => end !== "done" && !end.includes(M.notAllowed))).toEqual([]);
    expect(await purse({ tenantId })).toEqual({ cents: 0, owed: 0 });
  }
  expect(await ledgerIsRight()).toBe(true);
});
