import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { type Cents, centsToUnits } from "~/money/units";
import { applyDispute } from "~/payments/apply-dispute.server";
import { applyPayment } from "~/payments/apply-payment.server";
import { applyRefund } from "~/payments/apply-refund.server";
import type { DisputeFacts, PaymentFacts, RefundFacts } from "~/payments/inside/provider/payment-facts";
import { aPayer, ledgerIsRight, purse } from "./purse";

const AT_ONCE = 8;
const now = new Date();

/** Events of one payment in addition to being paid: the refunds, and whether it was disputed. */
interface Fate {
  cents: number;
  refunds: number[];
  refundFails: boolean;
  dispute: "none" | "lost" | "won";
}

const fate: fc.Arbitrary<Fate> = fc.record({
  cents: fc.integer({ min: 500, max: 500_000 }),
  refunds: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 2 }),
  refundFails: fc.boolean(),
  dispute: fc.constantFrom("none", "lost", "won"),
});
const storm = fc.record({
  fates: fc.array(fate, { minLength: 1, maxLength: 3 }),
  coupons: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 3 }),
  spent: fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 4 }),
  order: fc.infiniteStream(fc.nat()),
});

test("payments, refunds, disputes, coupons and spending, repeated, crossed and crashed, end exact", async () => {
  await fc.assert(
    fc.asyncProperty(storm, async ({ fates, coupons, spent, order }) => {
      const payer = await aPayer();
      const { tenantId } = payer;
      const customerId = `cus_${randomUUID()}`;
      await db.query(`insert into payment_customer (tenant_id, customer_id, livemode) values ($1, $2, false)`, [
        tenantId,
        customerId,
      ]);
      const works: ((tx: Tx) => Promise<void>)[] = [];
      let expected = 0;
      for (const { cents, refunds, refundFails, dispute } of fates) {
        const payment = await aPayment({ tenantId, customerId, cents });
        const paid = async (tx: Tx) => await applyPayment(tx, { payment, now });
        works.push(paid, paid);
        expected += cents;
        for (const [index, back] of refunds.entries()) {
          const refund = aRefund(payment, back);
          const failed: RefundFacts = { ...refund, status: "failed" };
          works.push(async (tx) => (await paid(tx), await applyRefund(tx, { refund, now })));
          if (refundFails && index === 0)
            works.push(async (tx) => {
              await paid(tx);
              await applyRefund(tx, { refund, now });
              await applyRefund(tx, { refund: failed, now });
            });
          expected -= refundFails && index === 0 ? 0 : back;
        }
        if (dispute === "none") continue;
        const taken = aDispute(payment);
        const given: DisputeFacts = { ...taken, status: "won", withdrawn: 0n as Cents, movements: 2 };
        works.push(async (tx) => (await paid(tx), await applyDispute(tx, { dispute: taken, now })));
        if (dispute === "won") {
          works.push(async (tx) => {
            await paid(tx);
            await applyDispute(tx, { dispute: taken, now });
            await applyDispute(tx, { dispute: given, now });
          });
        } else expected -= cents;
      }
      for (const cents of coupons) {
        const credit = {
          tenantId,
          units: centsToUnits(BigInt(cents)),
          from: "promo",
          kind: "coupon",
          now,
        } as const;
        const key = `code:${randomUUID()}`;
        const give = async (tx: Tx) => void (await addCredit(tx, { ...credit, key, description: "Code" }));
        works.push(give, give);
        expected += cents;
      }
      for (const cents of spent) {
        const debit = {
          tenantId,
          units: centsToUnits(BigInt(cents)),
          to: "adjustment",
          kind: "adjustment",
          now,
        } as const;
        const key = `spent:${randomUUID()}`;
        works.push(async (tx) => void (await takeMoney(tx, { ...debit, key, description: "Spent" })));
        expected -= cents;
      }
      await runAtOnce(shuffled(works, order), order);
      const { cents, owed } = await purse(payer);
      expect(cents - owed).toBe(expected);
      expect(Math.min(cents, owed)).toBe(0);
      expect(await ledgerIsRight()).toBe(true);
    }),
    { numRuns: 6 },
  );
});

/**
 * Several connections work through the list; every third item is processed and then lost, as by a crash before the
 * commit.
 */
async function runAtOnce(works: ((tx: Tx) => Promise<void>)[], order: fc.Stream<number>): Promise<void> {
  const left = [...works];
  const worker = async () => {
    for (let work = left.shift(); work; work = left.shift()) {
      const todo = work;
      if (next(order) % 3 === 0)
        await transaction(async (tx) => {
          await todo(tx);
          throw new Error("crash");
        }).catch((error: unknown) => {
          if (!(error instanceof Error && error.message === "crash")) throw error;
        });
      await transaction(todo);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function shuffled<T>(list: readonly T[], order: fc.Stream<number>): T[] {
  return list
    .map((one) => ({ one, at: next(order) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

function next(order: fc.Stream<number>): number {
  const { value } = order.next() as { value: number };
  return value;
}

async function aPayment(given: { tenantId: number; customerId: string; cents: number }): Promise<PaymentFacts> {
  const topupId = randomUUID();
  await db.query(
    `insert into top_up (topup_id, tenant_id, cents, way, created_at, asked_at) values ($1, $2, $3, 'new_card', $4, $4)`,
    [topupId, given.tenantId, given.cents, now],
  );
  return {
    paymentIntentId: `pi_${topupId}`,
    adder: null,
    customerId: given.customerId,
    topupId,
    isAutomatic: false,
    status: "succeeded",
    currency: "usd",
    livemode: false,
    received: BigInt(given.cents) as Cents,
    vatCents: null,
    createdAt: now,
    pmId: null,
    needsCustomer: false,
    actionUrl: "",
    message: "",
  };
}

function aRefund({ paymentIntentId }: PaymentFacts, cents: number): RefundFacts {
  return {
    orderId: null,
    refundId: `re_${randomUUID()}`,
    paymentIntentId,
    cents: BigInt(cents) as Cents,
    status: "succeeded",
  };
}

function aDispute({ paymentIntentId, received }: PaymentFacts): DisputeFacts {
  return {
    disputeId: `du_${randomUUID()}`,
    paymentIntentId,
    cents: received,
    withdrawn: received,
    movements: 1,
    status: "needs_response",
    reason: "fraudulent",
    openedAt: now,
  };
}
