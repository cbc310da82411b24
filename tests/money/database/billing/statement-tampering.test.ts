import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import type { TaskExplanation } from "~/money/inside/billing/statement/explanation";
import { aTenant, theCatalogue } from "../../../support/world";
import { at, report } from "./running-task";
import { aToldTask, endTask, MARCH } from "./statement-history";

beforeAll(async () => {
  await theCatalogue();
});

test("a settled task is explained by its stretch, its price and the returned part of the last cent", async () => {
  const { explained } = await aSettledTask();
  // The example of the rule (B4): pph 190 for 7384 s is 1402960 units, 389 cents and 2560 units.
  expect(explained.recomputed).toMatchObject({
    stretches: [{ seconds: 7384, units: 1_402_960n }],
    charged: 1_402_960n,
    givenBack: 2560n,
    units: -1_400_400n,
    difference: 0n,
  });
  expect(explained.intervals.map(({ from, to, units }) => [to - from, units])).toEqual([
    [3600, 684_000n],
    [3784, 718_960n],
  ]);
  expect(explained.reports).toMatchObject([{ node: 1, gpus: 1 }]);
  expect(failing(explained)).toEqual([]);
});

test.each([
  {
    what: "an entry of the ledger",
    table: "ledger_entry",
    tamper: `update ledger_entry set units = units + case when units < 0 then -7 else 7 end
      where transaction_id in (select min(transaction_id) from task_charge where resv_guid = $1)`,
    difference: -7n,
    fails: "The ledger's charge matches the intervals.",
  },
  {
    what: "the end of an interval",
    table: "task_charge",
    tamper: `update task_charge set to_ts = to_ts + interval '1 minute' where (resv_guid, from_ts) in
      (select resv_guid, max(from_ts) from task_charge where resv_guid = $1 group by 1)`,
    difference: 60n * 190n - 600n,
    fails: "Nothing is charged after the stop request or the end.",
  },
  {
    what: "what an interval costs",
    table: "task_charge",
    tamper: `update task_charge set units = units + 1 where resv_guid = $1`,
    difference: 0n,
    fails: "Each interval costs its seconds at the task's price.",
  },
  {
    what: "an interval that is gone",
    table: "task_charge",
    tamper: `delete from task_charge where (resv_guid, from_ts) in
      (select resv_guid, max(from_ts) from task_charge where resv_guid = $1 group by 1)`,
    difference: -718_960n + 2560n,
    fails: "The ledger's charge matches the intervals.",
  },
  {
    what: "the price of the task",
    table: "task",
    tamper: `update task set pph = 191 where resv_guid = $1`,
    difference: 7384n + 2560n - ((191n * 7384n) % 3600n),
    fails: "Each interval costs its seconds at the task's price.",
  },
])("a change of $what is found to the last unit", async ({ table, tamper, difference, fails }) => {
  const { tenantId, resvGuid } = await aSettledTask();
  await db.query(`alter table ${table} disable trigger user`);
  await db.query(tamper, [resvGuid]);
  await db.query(`alter table ${table} enable trigger user`);
  const explained = await taskLine(tenantId, resvGuid);
  expect(explained.recomputed.difference).toBe(difference);
  expect(failing(explained)).toContain(fails);
});

async function aSettledTask() {
  const { tenantId } = await aTenant({ now: at(0) });
  const task = await aToldTask({ tenantId, pph: 190, from: 0 });
  await report([task], 3600);
  await chargeRunning({ now: at(3600) });
  await report([task], 7384);
  await transaction((tx) => endTask(tx, task, "killed", at(7384)));
  const { resvGuid } = task;
  return { tenantId, resvGuid, explained: await taskLine(tenantId, resvGuid) };
}

async function taskLine(tenantId: number, id: string): Promise<TaskExplanation> {
  const explained = await explainLine({ tenantId, month: MARCH, id });
  if (explained.about !== "task") throw new Error("not a task's line");
  return explained;
}

function failing({ recomputed }: TaskExplanation): string[] {
  return recomputed.checks.filter(({ holds }) => !holds).map(({ text }) => text);
}
