import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { nextZeroAt } from "~/money/next-zero.server";
import { readBalance } from "~/money/read-balance.server";
import { asUnits } from "~/money/units";
import { watchBalances } from "~/compute/watch-balances.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { stopTask } from "./stop-task";
import {
  accountsOf,
  aRunningTask,
  at,
  report,
  reportStopped,
  type RunningTask,
  START,
  taskOf,
} from "../../money/database/billing/running-task";
import { IN_BALANCE } from "../../support/in-balance";
import { aTenant, credit, theCatalogue } from "../../support/world";

const RUNS = 40;

beforeAll(async () => {
  await theCatalogue();
});

describe("The displayed end of the money is the second at which charging ends (B8)", () => {
  test("for any cost of tasks, any start and any time of the worker's run", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          tasks: fc.array(
            fc.record({ pph: fc.integer({ min: 1, max: 25_536 }), from: fc.integer({ min: 0, max: 40 }) }),
            {
              minLength: 1,
              maxLength: 4,
            },
          ),
          lastsS: fc.integer({ min: 50, max: 5_000 }),
          oddUnits: fc.integer({ min: 0, max: 25_535 }),
          looksEveryS: fc.integer({ min: 7, max: 90 }),
          lateS: fc.integer({ min: 0, max: 5 }),
        }),
        async ({ tasks, lastsS, oddUnits, looksEveryS, lateS }) => {
          const { tenantId } = await aTenant({ dollars: 0, now: START });
          const rate = tasks.reduce((sum, task) => sum + task.pph, 0);
          await fund(tenantId, BigInt(rate * lastsS + oddUnits));
          const running: RunningTask[] = [];
          for (const task of tasks) running.push(await aRunningTask({ tenantId, ...task }));

          await report(running, 40);
          const shown = await shownEnd(tenantId, 40);
          // Time passes: figures are read, charges posted, reports arrive, and the end stays the same second.
          let second = 40;
          for (let looks = 0; looks < 6 && second + looksEveryS < shown; looks += 1) {
            second += looksEveryS;
            await report(running, second - (looks % 3));
            await chargeRunning({ now: at(second) });
            await watchBalances({ now: at(second) });
            expect(await shownEnd(tenantId, second)).toBe(shown);
          }
          await report(running, shown + lateS);
          await watchBalances({ now: at(shown + lateS) });
          for (const task of running) await reportStopped(task);
          await advanceTasks({ now: at(shown + lateS + 1) });

          const ends = await lastChargedSeconds(running);
          expect(ends).toEqual(running.map(() => shown));
          // The rest pays for no further second of all tasks; nobody owes.
          const { customer, owed } = await accountsOf(tenantId);
          expect(owed).toBe(0n);
          expect(customer).toBeGreaterThanOrEqual(0n);
          expect(customer - (await givenBack(running))).toBeLessThan(BigInt(rate));
        },
      ),
      { numRuns: RUNS },
    );
    expect(await checkLedger()).toEqual(IN_BALANCE);
  });

  test("follows a top-up, an additional task and a task's end, for customer and worker alike", async () => {
    const { tenantId } = await aTenant({ dollars: 1, now: START });
    const first = await aRunningTask({ tenantId, pph: 100 });
    expect(await ends(tenantId, 0)).toEqual([3_600, 3_600]);
    await credit({ tenantId, dollars: 1, now: at(100) });
    await report([first], 100);
    expect(await ends(tenantId, 100)).toEqual([7_200, 7_200]);
    const second = await aRunningTask({ tenantId, pph: 300, from: 200 });
    await report([first], 200);
    // 720000 − 200 × 100 units at 400 a second.
    expect(await ends(tenantId, 200)).toEqual([1_950, 1_950]);
    await report([first, second], 950);
    await stopTask(second.resvGuid, at(950));
    await reportStopped(second);
    await advanceTasks({ now: at(951) });
    // 720000 − 950 × 100 − 750 × 300 units at 100 a second from 950 on, and half a cent that settlement gave back.
    expect(await ends(tenantId, 951)).toEqual([4_968, 4_968]);
    await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where resv_guid = $1`, [
      first.resvGuid,
    ]);
  });
});

async function fund(tenantId: number, units: bigint): Promise<void> {
  await transaction((tx) =>
    addCredit(tx, {
      tenantId,
      units: asUnits(units),
      from: "provider",
      kind: "topup",
      key: `money-end:${tenantId}`,
      description: "Top-up",
      now: START,
    }),
  );
}

/** The second of the tests' clock that a customer sees. */
async function shownEnd(tenantId: number, second: number): Promise<number> {
  const { balance } = await readBalance({ tenantId, now: at(second) });
  if (balance.ends_ts === null) throw new Error("nothing is charged");
  return balance.ends_ts - START.getTime() / 1000;
}

/** The same at the time that the worker's clock waits for. */
async function ends(tenantId: number, second: number): Promise<[number, number]> {
  const next = await nextZeroAt({ now: at(second) });
  return [await shownEnd(tenantId, second), ((next?.getTime() ?? 0) - START.getTime()) / 1000];
}

async function lastChargedSeconds(tasks: readonly RunningTask[]): Promise<number[]> {
  const rows = await db.query<{ end: number }>(
    `select extract(epoch from max(to_ts) - $2)::int as end from task_charge
     where resv_guid = any($1::uuid[]) group by resv_guid`,
    [tasks.map((task) => task.resvGuid), START],
  );
  expect(rows).toHaveLength(tasks.length);
  for (const task of tasks) expect(await taskOf(task.resvGuid)).toMatchObject({ state: "killed", reason: "no funds" });
  return rows.map((row) => row.end);
}

/** Parts of a cent that settlement gave back (B4). */
async function givenBack(tasks: readonly RunningTask[]): Promise<bigint> {
  const [row] = await db.query<{ units: bigint }>(
    `select coalesce(sum(e.units), 0)::bigint as units from ledger_transaction t
     join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
     where t.key = any($1::text[]) and a.kind = 'customer'`,
    [tasks.map((task) => `settle:${task.resvGuid}`)],
  );
  return row?.units ?? 0n;
}
