import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { readBudgetSettings } from "~/money/inside/billing/budget/budget";
import { setSpendBudget } from "~/money/inside/billing/budget/change-budget.server";
import { watchBudgets } from "~/money/watch-budgets.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { centsToUnits } from "~/money/units";
import { takeMoney } from "~/money/take-money.server";
import { aKeepingNode, aVolume } from "../../../compute/database/volumes/a-volume";
import { aTenant, credit, theCatalogue } from "../../../support/world";
import { aRunningTask, at, report, type RunningTask } from "./running-task";

/** $18 an hour: half a cent a second. */
const PPH = 1800;
let tenantId: number;

beforeAll(async () => {
  await theCatalogue();
});

beforeEach(async () => {
  ({ tenantId } = await aTenant({ dollars: 1000, now: at(-3600) }));
});

async function set(typed: { budget?: string; percents?: string; below?: string }): Promise<void> {
  const { settings } = readBudgetSettings({ budget: "", percents: "50, 80, 100", below: "", ...typed });
  if (!settings) throw new Error("the test typed nonsense");
  await setSpendBudget({ tenantId, settings, now: at(0) });
}

/** Charges the task so that it has cost that many dollars by then. */
async function spend(task: RunningTask, dollars: number): Promise<Date> {
  const seconds = dollars * 200;
  await report([task], seconds);
  await chargeRunning({ now: at(seconds) });
  return at(seconds);
}

async function mails(): Promise<string[]> {
  const rows = await db.query<{ subject: string }>(
    `select subject from mail join user_account u on u.email = mail.to_address where u.tenant_id = $1 order by mail.id`,
    [tenantId],
  );
  return rows.map(({ subject }) => subject);
}

describe("Customers get mails about their spend", () => {
  test("once per month and threshold, however often it is checked and by how many workers", async () => {
    await set({ budget: "10", percents: "50, 80, 100" });
    const task = await aRunningTask({ tenantId, pph: PPH });
    await watchBudgets({ now: await spend(task, 4) });
    expect(await mails()).toEqual([]);
    const half = await spend(task, 5);
    await Promise.all([1, 2, 3, 4].map(() => watchBudgets({ now: half })));
    expect(await mails()).toEqual(["50% of your monthly budget is spent"]);
    // Two shares at once: only the larger one is notified.
    await watchBudgets({ now: await spend(task, 11) });
    await watchBudgets({ now: await spend(task, 12) });
    expect(await mails()).toEqual(["50% of your monthly budget is spent", "100% of your monthly budget is spent"]);
    const [told] = await db.query(
      `select human_readable_message as message from notification where tenant_id = $1 order by id desc limit 1`,
      [tenantId],
    );
    expect(told).toEqual({ message: "You have spent 100% of your $10.00 budget for 2026-03." });
  });

  test("a new month begins at nothing", async () => {
    await set({ budget: "10", percents: "50" });
    const task = await aRunningTask({ tenantId, pph: PPH });
    await watchBudgets({ now: await spend(task, 6) });
    await watchBudgets({ now: new Date("2026-04-01T00:00:00Z") });
    expect(await mails()).toHaveLength(1);
  });

  test("a crash between the row and the mail leaves neither, and the next check notifies once", async () => {
    await set({ budget: "10", percents: "50", below: "998" });
    const task = await aRunningTask({ tenantId, pph: PPH });
    const now = await spend(task, 6);
    // The mail cannot be written: the notification fails after it changed the row.
    await db.query(
      `alter table mail add constraint crash check (subject not like '%budget%' and subject not like '%below%') not valid`,
    );
    try {
      await expect(watchBudgets({ now })).rejects.toThrow("crash");
    } finally {
      await db.query(`alter table mail drop constraint crash`);
    }
    expect(await db.query(`select told_percent from spend_budget where tenant_id = $1`, [tenantId])).toEqual([
      { told_percent: 0 },
    ]);
    await watchBudgets({ now });
    await watchBudgets({ now });
    expect(await mails()).toEqual(["50% of your monthly budget is spent", "Your balance is below $998.00"]);
  });

  test("a share already reached when a budget is set is not notified; a larger budget notifies again", async () => {
    const task = await aRunningTask({ tenantId, pph: PPH });
    const now = await spend(task, 6);
    await setSpendBudget({ tenantId, settings: { cents: 1000n as never, toldAt: [50, 80], belowCents: null }, now });
    await watchBudgets({ now });
    expect(await mails()).toEqual([]);
    await watchBudgets({ now: await spend(task, 8) });
    expect(await mails()).toEqual(["80% of your monthly budget is spent"]);
  });
});

describe("Customers get mails when their balance falls below their threshold", () => {
  test("by the cost of volumes whose day is not posted yet", async () => {
    const [owner] = await db.query<{ userId: number }>(`select id as "userId" from user_account where tenant_id = $1`, [
      tenantId,
    ]);
    await aKeepingNode({ now: at(0) });
    await aVolume({ tenantId, userId: owner?.userId ?? 0, gb: 10_000, now: at(0) });
    await set({ below: "999" });
    await watchBudgets({ now: at(1800) });
    expect(await mails()).toEqual([]);
    await watchBudgets({ now: at(3600) });
    expect(await mails()).toEqual(["Your balance is below $999.00"]);
  });

  test("once until it is above again, running or not, including unposted charges", async () => {
    await set({ below: "999" });
    await watchBudgets({ now: at(1) });
    expect(await mails()).toEqual([]);
    const task = await aRunningTask({ tenantId, pph: PPH });
    await report([task], 201);
    await watchBudgets({ now: at(201) });
    await watchBudgets({ now: at(202) });
    expect(await mails()).toEqual(["Your balance is below $999.00"]);
    await credit({ tenantId, dollars: 100 });
    await watchBudgets({ now: at(203) });
    await transaction((tx) =>
      takeMoney(tx, {
        ...{ tenantId, units: centsToUnits(20_000n), to: "adjustment", kind: "adjustment", key: `t:${tenantId}` },
        ...{ description: "Taken", now: at(204) },
      }),
    );
    await Promise.all([1, 2, 3].map(() => watchBudgets({ now: at(205) })));
    expect(await mails()).toHaveLength(2);
  });
});
