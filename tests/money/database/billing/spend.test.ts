import { beforeAll, expect, test } from "vitest";
import { db, snapshot, transaction } from "~/platform/db.server";
import { chargeRunning, chargeUpTo } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { readSpend } from "~/money/inside/billing/read-spend.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { sumMonths } from "~/money/inside/billing/statement/sum-months.server";
import type { Month } from "~/money/inside/billing/statement/month";
import { aTenant, theCatalogue } from "../../../support/world";
import { aRunningTask, at, report } from "./running-task";

const DAY_S = 86_400;

beforeAll(async () => {
  await theCatalogue();
});

test("the cost of tasks is shown by day and by task, adds up, and is proved against the ledger", async () => {
  const { tenantId } = await aTenant({ dollars: 1000, now: at(-3600) });
  const stranger = await aTenant({ dollars: 1000, now: at(-3600) });
  const [large, small, theirs] = [
    await aRunningTask({ tenantId, pph: 700, name: "large" }),
    await aRunningTask({ tenantId, pph: 95, name: "small" }),
    await aRunningTask({ tenantId: stranger.tenantId, pph: 95 }),
  ];
  await report([large, small, theirs], 3599);
  await chargeRunning({ now: at(3600) });
  await report([large], DAY_S);
  await chargeRunning({ now: at(DAY_S) });
  // The fraction of a cent goes back and is not part of the task's cost.
  await transaction(async (tx) => {
    await chargeUpTo(tx, { resvGuids: [small.resvGuid], now: at(DAY_S) });
    await settleTasks(tx, { resvGuids: [small.resvGuid], now: at(DAY_S) });
  });

  const spend = await snapshot((q) => readSpend({ tenantId, days: 30, unposted: [], now: at(DAY_S) }, q));
  expect(spend.days).toHaveLength(30);
  expect(spend.days.slice(-2).map(({ day }) => day)).toEqual(["2026-03-01", "2026-03-02"]);
  expect(spend.tasks.map(({ name }) => name)).toEqual(["large", "small"]);
  const sum = (rows: { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0);
  expect(sum(spend.days)).toBe(spend.totalCents);
  expect(sum(spend.tasks) + spend.others.cents).toBe(spend.totalCents);
  expect(spend.totalCents).toBe(24 * 700 + 94);
  expect(await checkLedger()).toMatchObject({ wrongTaskDays: 0, wrongDays: 0 });

  const months = await sumMonths({ tenantId, months: ["2026-04", "2026-03"] as Month[] });
  expect(months).toEqual([
    { month: "2026-04", charges: "0.00", credits: "0.00" },
    { month: "2026-03", charges: "−168.94", credits: "+1,000.00" },
  ]);
});

test("a wrong day of a task is found", async () => {
  const { tenantId } = await aTenant({ dollars: 10, now: at(-3600) });
  const task = await aRunningTask({ tenantId, pph: 95 });
  await report([task], 60);
  await chargeRunning({ now: at(60) });
  const add = (units: number) =>
    db.query(`update task_day set units = units + $2 where resv_guid = $1`, [task.resvGuid, units]);
  await add(1);
  // The sums by its task and by its tenant's day.
  expect(await checkLedger()).toMatchObject({ wrongTaskDays: 2 });
  await add(-1);
  expect(await checkLedger()).toMatchObject({ wrongTaskDays: 0 });
});
