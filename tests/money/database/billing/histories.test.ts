import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import type { Values } from "~/platform/named-values";
import { addCredit } from "~/money/add-credit.server";
import { chargeRunning, chargeUpTo } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { refundIncident } from "~/money/refund-incident.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits } from "~/money/units";
import { watchBalances } from "~/compute/watch-balances.server";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant, theCatalogue } from "../../../support/world";
import { accountsOf, aRunningTask, at, report, type RunningTask } from "./running-task";

const RUNS = 25;

class Crash extends Error {}

/** Possible events; `wait` seconds pass before each, and a crash ends its transaction at that statement. */
interface Happening {
  what: "tick" | "two ticks" | "watch" | "credit" | "debit" | "end" | "lose" | "again";
  wait: number;
  /** Seconds since the nodes' last report. */
  silence: number;
  task: number;
  units: number;
  crashAt: number | null;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom("tick", "two ticks", "watch", "credit", "debit", "end", "lose", "again"),
  wait: fc.integer({ min: 0, max: 90 }),
  silence: fc.integer({ min: 0, max: 20 }),
  task: fc.nat({ max: 3 }),
  units: fc.integer({ min: 1, max: 60_000 }),
  crashAt: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
});

beforeAll(async () => {
  await theCatalogue();
});

test("after any history of credits, charges, ends, refunds and crashes every unit is where it belongs (B1, B2, B3, B4, B5, B8, B9)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
      fc.array(happening, { minLength: 5, maxLength: 25 }),
      async (prices, history) => {
        const { tenantId } = await aTenant({ dollars: 0.5, now: at(0) });
        const tasks: RunningTask[] = [];
        for (const pph of prices) tasks.push(await aRunningTask({ tenantId, pph }));
        let second = 0;
        let number = 0;
        for (const one of history) {
          second += one.wait;
          number += 1;
          await report(tasks, Math.max(0, second - one.silence));
          await live(one, { tenantId, tasks, second, number });
          expect(await balancesBelowZero()).toBe(0);
        }
        await expectAllInPlace(tenantId, tasks, second);
      },
    ),
    { numRuns: RUNS },
  );
});

interface Scene {
  tenantId: number;
  tasks: RunningTask[];
  second: number;
  number: number;
}

async function live(one: Happening, { tenantId, tasks, second, number }: Scene): Promise<void> {
  const now = at(second);
  const task = tasks[one.task % tasks.length];
  if (!task) return;
  const money = { tenantId, units: asUnits(BigInt(one.units)), description: "History", now };
  const work: Record<Happening["what"], () => Promise<unknown>> = {
    tick: () => chargeRunning({ now }),
    "two ticks": () => Promise.all([chargeRunning({ now }), chargeRunning({ now })]),
    watch: () => Promise.all([watchBalances({ now }), chargeRunning({ now })]),
    credit: () =>
      crashing(one, (tx) => addCredit(tx, { ...money, from: "provider", kind: "topup", key: keyOf(tenantId, number) })),
    debit: () =>
      crashing(one, (tx) =>
        takeMoney(tx, { ...money, to: "provider", kind: "chargeback", key: keyOf(tenantId, number) }),
      ),
    // The same credit again, perhaps one that a crash lost.
    again: () =>
      crashing(one, (tx) =>
        addCredit(tx, {
          ...money,
          units: asUnits(3600n),
          from: "promo",
          kind: "coupon",
          key: `coupon:${tenantId}`,
        }),
      ),
    end: () => crashing(one, (tx) => endTask(tx, task, "killed", now)),
    lose: () => crashing(one, (tx) => endTask(tx, task, "lost", now)),
  };
  await work[one.what]();
}

function keyOf(tenantId: number, number: number): string {
  return `history:${tenantId}:${number}`;
}

/** Ends a task: last charge, final state, settlement, and the refund of an incident. */
async function endTask(tx: Tx, { resvGuid }: RunningTask, to: "killed" | "lost", now: Date): Promise<void> {
  await chargeUpTo(tx, { resvGuids: [resvGuid], now });
  const ended = await tx.query(
    `update task set state = $2, finished_at = $3, charged_to = null, incidents = 1
     where resv_guid = $1 and state in ('running', 'stopping') returning 1`,
    [resvGuid, to, now],
  );
  if (ended.length === 0) return;
  await settleTasks(tx, { resvGuids: [resvGuid], now });
  if (to === "lost") await refundIncident(tx, { resvGuid, now });
}

/**
 * Runs it in a transaction that dies at the given statement, if it gets that far; then completely, as after a restart.
 */
async function crashing(one: Happening, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  if (one.crashAt !== null) {
    let statements = 0;
    const crash = transaction(async (tx) => {
      const query = async <Row extends object>(text: string, values?: Values) => {
        statements += 1;
        if (statements === one.crashAt) throw new Crash();
        return await tx.query<Row>(text, values);
      };
      await work({ ...tx, query, prepared: { query } });
      throw new Crash();
    });
    await expect(crash).rejects.toBeInstanceOf(Crash);
  }
  await transaction(work);
}

async function balancesBelowZero(): Promise<number> {
  const [row] = await db.query<{ wrong: number }>(
    `select count(*)::int as wrong from ledger_account
     where (kind = 'customer' and balance < 0) or (kind = 'owed' and balance > 0)`,
  );
  return row?.wrong ?? -1;
}

async function expectAllInPlace(tenantId: number, tasks: RunningTask[], second: number): Promise<void> {
  expect(await checkLedger()).toEqual(IN_BALANCE);
  const { customer, owed } = await accountsOf(tenantId);
  expect(customer === 0n || owed === 0n).toBe(true);
  const rows = await db.query<{
    charged: bigint;
    state: string;
    kept: bigint;
    billed: bigint;
    seconds: number;
  }>(
    `select pph::bigint * charged_seconds as charged, state, billed_cents::bigint * 3600 as billed,
       charged_seconds as seconds,
       (select coalesce(sum(entry.units), 0) from ledger_transaction transaction
        join ledger_entry entry on entry.transaction_id = transaction.id
        join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
        where transaction.resv_guid = task.resv_guid)::bigint as kept
     from task where resv_guid = any($1::uuid[])`,
    [tasks.map((task) => task.resvGuid)],
  );
  for (const row of rows) {
    // Never more seconds than the nodes were seen (B2).
    expect(row.seconds).toBeLessThanOrEqual(second);
    const settled = row.state === "killed" || row.state === "lost";
    expect(row.kept).toBe(settled ? row.billed : row.charged);
    if (settled) expect(row.charged - row.billed).toBeLessThan(3600n);
  }
}
