import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import { monthOf } from "~/money/inside/billing/statement/month";
import { checkLedger } from "~/money/check-ledger.server";
import { readAvailable } from "~/money/read-available.server";
import { changeOwnEnd } from "~/compute/inside/tasks/change-own-end.server";
import { readJobEvents, readJobs } from "~/compute/list-jobs.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { SPEND_REACHED, TIME_IS_OVER } from "~/compute/task-states";
import { IN_BALANCE } from "../../support/in-balance";
import { theCatalogue } from "../../support/world";
import { aCustomer, aMachine, aRunningTask, at, noticesOf, pass, taskRow } from "./stage";
import type { Machine } from "./machine";

beforeEach(async () => {
  await theCatalogue();
  await db.query(`update node set retired_at = now() where retired_at is null`);
  await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where finished_at is null`);
});

/** Runs since second 10; its ends are set as the reservation would have set them. */
async function aTaskThatEnds(tenantId: number, machine: Machine, set: string): Promise<string> {
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await db.query(`update task set ${set} where resv_guid = $1`, [resvGuid]);
  return resvGuid;
}

async function eventsOf(resvGuid: string): Promise<string[]> {
  const rows = await db.query<{ text: string }>(`select text from task_event where resv_guid = $1 order by id`, [
    resvGuid,
  ]);
  return rows.map((row) => row.text);
}

async function mailsOf(tenantId: number): Promise<string[]> {
  const rows = await db.query<{ subject: string }>(
    `select subject from mail where to_address in (select email from user_account where tenant_id = $1)`,
    [tenantId],
  );
  return rows.map((row) => row.subject);
}

test("a task ends at its declared time after its start, charged to that second, however late the worker runs (S16)", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aTaskThatEnds(tenantId, machine, "max_seconds = 600");
  await pass([machine], 15, 605);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  await machine.report(at(613));
  await chargeRunning({ now: at(613) });
  expect((await taskRow(resvGuid)).charged_seconds).toBe(600);
  await advanceTasks({ now: at(614) });
  await machine.hear();
  await pass([machine], 615, 625);
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "finished",
    reason: TIME_IS_OVER,
    finished_at: at(610),
    charged_seconds: 600,
  });
  expect(await eventsOf(resvGuid)).toContain(TIME_IS_OVER);
  expect(await noticesOf(tenantId)).toContainEqual(expect.stringMatching(/ ended\. The chosen time is over\.$/));
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("a spend limit is never passed, to the unit, and the last whole second that it pays is charged", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  // 1 dollar is 360000 units: 59 whole seconds of 6080 cents per hour, and not 60.
  const resvGuid = await aTaskThatEnds(tenantId, machine, "max_cents = 100, pph = 6080");
  await pass([machine], 15, 65);
  await chargeRunning({ now: at(65) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running", charged_seconds: 55 });
  await machine.report(at(80));
  const [job] = await readJobs({ resvGuids: [resvGuid], now: at(80) });
  expect(job).toMatchObject({ uptime: 59, max_dollars: 1, ts_ends: at(69).getTime() / 1000 });
  const funds = await readAvailable(db, [tenantId], at(80));
  expect(funds.get(tenantId)?.unchargedUnits).toBe(4n * 6080n);
  await advanceTasks({ now: at(81) });
  await machine.hear();
  await pass([machine], 85, 100);
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "finished",
    reason: SPEND_REACHED,
    finished_at: at(69),
    charged_seconds: 59,
    billed_cents: 99,
  });
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("its customer is notified once, by notice and by mail, 10 minutes before", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aTaskThatEnds(tenantId, machine, "max_seconds = 700");
  await pass([machine], 15, 105);
  expect(await noticesOf(tenantId)).not.toContainEqual(expect.stringContaining("ends at"));
  await pass([machine], 110, 150);
  const told = (await noticesOf(tenantId)).filter((text) => text.includes("ends at 01.03.2026 12:11 UTC"));
  expect(told).toHaveLength(1);
  expect(await mailsOf(tenantId)).toEqual([expect.stringMatching(/^Task .* ends soon$/)]);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
});

test("of the two limits, the one reached first is the reported one", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aTaskThatEnds(tenantId, machine, "max_seconds = 600, max_cents = 100");
  const [job] = await readJobs({ resvGuids: [resvGuid], now: at(20) });
  expect(job).toMatchObject({ max_seconds: 600, ts_ends: at(610).getTime() / 1000 });
});

test("a spend limit is not reached in an outage of ours, whose seconds are free (A37)", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  // 3 cents are 10800 units: 113 seconds at 95.
  const resvGuid = await aTaskThatEnds(tenantId, machine, "max_cents = 3");
  await pass([machine], 15, 60);
  // The worker is back and checks before the first report.
  await advanceTasks({ now: at(400) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  await pass([machine], 405, 480);
  expect(await taskRow(resvGuid)).toMatchObject({ charged_seconds: 113, reason: SPEND_REACHED });
});

test("a limit changed while the task runs splits no stretch of its statement", async () => {
  const { tenantId, userId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aTaskThatEnds(tenantId, machine, "max_seconds = 600");
  await pass([machine], 15, 40);
  await changeOwnEnd({ tenantId, userId, resvGuid, maxSeconds: 3600, maxCents: 0, now: at(41) });
  await pass([machine], 45, 70);
  await chargeRunning({ now: at(70) });
  const line = await explainLine({ tenantId, month: monthOf(at(0)), id: resvGuid });
  if (line?.about !== "task") throw new Error("the statement has no line for the task");
  expect(line.recomputed).toMatchObject({ difference: 0n, seconds: 60 });
  expect(line.recomputed.checks.filter((check) => !check.holds)).toEqual([]);
});

test("a spend limit that lasts for centuries is shown like any other", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aTaskThatEnds(tenantId, machine, "max_cents = 100000000");
  const [job] = await readJobs({ resvGuids: [resvGuid], now: at(20) });
  expect(job?.ts_ends).toBeGreaterThan(2 ** 31);
  const { job: live } = (await readJobEvents({ resvGuids: [resvGuid], now: at(20) }))[0] ?? {};
  expect(live?.ts_ends).toBe(job?.ts_ends);
});
