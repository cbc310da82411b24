import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import type { Values } from "~/platform/named-values";
import { checkLedger } from "~/money/check-ledger.server";
import { applySubscription } from "~/payments/inside/subscription/apply-subscription.server";
import { advance, isEnded, type SubscriptionState } from "~/payments/inside/subscription/subscription-state";
import { aTenant } from "../../../support/world";

const RUNS = 25;
const NOW = new Date();
const WORDS = ["incomplete", "active", "past_due", "unpaid", "canceled", "incomplete_expired"] as const;

class Crash extends Error {}

/** An applied reading of the provider, perhaps long after a later one, twice, or interrupted. */
const reading = fc.record({
  number: fc.integer({ min: 1, max: 30 }),
  status: fc.constantFrom(...WORDS),
  cancel: fc.boolean(),
  twice: fc.boolean(),
  crashAt: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 3 }),
});

test("after any history of late, repeated or interrupted readings, the newest decides and each effect happens once (6.4)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 12 }), async (history) => {
      const tenant = await aTenant({ dollars: 0 });
      const providerId = await aRequest(tenant.tenantId);
      let expected: SubscriptionState = "requested";
      let newest = 0;
      for (const one of history) {
        const apply = (tx: Tx) => applySubscription(tx, readingOf(tenant.tenantId, providerId, one), NOW);
        if (one.crashAt !== null) await cutOff(one.crashAt, apply);
        await Promise.all(Array.from({ length: one.twice ? 3 : 1 }, () => transaction(apply)));
        if (one.number > newest) expected = advance(expected, one.status).to;
        newest = Math.max(newest, one.number);
      }
      expect(await stateOf(tenant.tenantId)).toEqual({
        state: expected,
        user: userFor(expected),
        ended: isEnded(expected),
      });
      expect(await checkLedger()).toMatchObject({ imbalanceCoins: 0n, wrongBalances: 0 });
      expect(await grantedTwice(tenant.tenantId)).toBe(0);
    }),
    { numRuns: RUNS },
  );
});

/** A requested subscription: the provider knows our id. */
async function aRequest(tenantId: number): Promise<string> {
  const id = randomUUID();
  await db.query(`insert into payment_customer (tenant_id, customer_id, livemode) values ($1, $2, false)`, [
    ...[tenantId, `cus_${tenantId}`],
  ]);
  await db.query(
    `insert into subscription (subscription_id, tenant_id, pm_id, requested_at, asked_at) values ($1, $2, 'pm', $3, $3)`,
    [id, tenantId, NOW],
  );
  return id;
}

function readingOf(
  tenantId: number,
  subscriptionId: string,
  { number, status, cancel }: { number: number; status: string; cancel: boolean },
) {
  return {
    number: BigInt(number),
    facts: {
      providerId: `sub_${tenantId}`,
      subscriptionId,
      customerId: `cus_${tenantId}`,
      livemode: false,
      status,
      cancelAtPeriodEnd: cancel,
      held: false,
      pmId: "pm",
      latestInvoiceId: null,
      createdAt: NOW,
      periodStart: NOW,
      periodEnd: new Date(NOW.getTime() + 30 * 86_400_000),
    },
    payment: null,
    paid: true,
    upcoming: undefined,
  };
}

/** The process dies at that statement, if it gets that far. */
async function cutOff(crashAt: number, work: (tx: Tx) => Promise<void>): Promise<void> {
  let statements = 0;
  const cut = transaction(async (tx) => {
    const query = async <Row extends object>(text: string, values?: Values) => {
      statements += 1;
      if (statements === crashAt) throw new Crash();
      return await tx.query<Row>(text, values);
    };
    await work({ ...tx, query, prepared: { query } });
    throw new Crash();
  });
  await expect(cut).rejects.toBeInstanceOf(Crash);
}

function userFor(state: SubscriptionState): string {
  return state === "active" || state === "past_due" || state === "canceled" ? state : "none";
}

async function stateOf(tenantId: number) {
  const [row] = await db.query<{ state: string; user: string; ended: boolean }>(
    `select s.state, u.codify_subscription_status as user, s.ended_at is not null as ended
     from subscription s join user_account u using (tenant_id) where s.tenant_id = $1`,
    [tenantId],
  );
  return row;
}

async function grantedTwice(tenantId: number): Promise<number> {
  const rows = await db.query(
    `select from ledger_transaction where tenant_id = $1 and kind = 'grant' group by description having count(*) > 1`,
    [tenantId],
  );
  return rows.length;
}
