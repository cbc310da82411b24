import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { listTransactions } from "~/money/list-transactions.server";
import { readBalance } from "~/money/read-balance.server";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import { monthOf } from "~/money/inside/billing/statement/month";
import { chargeRunning } from "~/money/charge-tasks.server";
import { watchBalances } from "~/compute/watch-balances.server";
import { recordReports } from "~/fleet/record-reports.server";
import { listJobs, readJobEvents } from "~/compute/list-jobs.server";
import { readTask } from "~/compute/inside/tasks/read-task.server";
import { theCatalogue } from "../../support/world";
import { aCustomer, aMachine, aRunningTask, at, healthOf, pass, stop, taskRow, tick } from "./stage";

beforeEach(async () => {
  await theCatalogue();
  await db.query(`delete from job_tick`);
  await db.query(`update node set drain = 1`);
});

test("while Millrace is down nothing is charged, and the task continues without an incident (A37)", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  await pass([machine], 190, 300);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  await stop(resvGuid, at(300));
  await machine.beat(at(301));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "killed", charged_seconds: 90 + 110 });
  expect(await db.query(`select from task_event where resv_guid = $1 and to_state = 'incident'`, [resvGuid])).toEqual(
    [],
  );

  const line = await explainLine({ tenantId, month: monthOf(at(0)), id: resvGuid });
  if (line?.about !== "task") throw new Error("the statement has no line for the task");
  expect(line.recomputed.stretches).toMatchObject([
    { from: at(10).getTime() / 1000, to: at(100).getTime() / 1000, seconds: 90 },
    { from: at(190).getTime() / 1000, to: at(300).getTime() / 1000, seconds: 110 },
  ]);
  expect(line.recomputed.difference).toBe(0n);
  expect(line.recomputed.checks.filter((check) => !check.holds)).toEqual([]);
  expect(line.events.map((event) => event.text)).toContain("its node did not report for 1 min 30 s, which are free");
});

test("a gap between reports up to the node's threshold is charged, one second more is free (A37)", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await machine.report(at(30));
  await machine.report(at(51));
  machine.sysinfo = { reported_ts_dead: 60 };
  await machine.report(at(60));
  await machine.report(at(120));
  await stop(resvGuid, at(120));
  await machine.beat(at(121));
  expect(await taskRow(resvGuid)).toMatchObject({ charged_seconds: 20 + 0 + 9 + 60 });
});

test("a gang is free while any of its nodes is silent (A37)", async () => {
  const { tenantId } = await aCustomer();
  const machines = [await aMachine(), await aMachine()];
  const [first, second] = machines;
  const resvGuid = await aRunningTask(tenantId, machines, { gpus: 16 });
  await pass(machines, 15, 100);
  // No health tick runs in between: only the reports show that the first one was away.
  for (let at_ = 105; at_ <= 140; at_ += 5) await second?.report(at(at_));
  await first?.report(at(142));
  await second?.report(at(145));
  await stop(resvGuid, at(150));
  for (const machine of machines) await machine.beat(at(151));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "killed", charged_seconds: 90 + 8 });
});

test("a task stopped while its node was silent costs nothing after the last report (A37)", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  await stop(resvGuid, at(110));
  await machine.hear();
  await machine.report(at(130));
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "killed",
    charged_seconds: 90,
    finished_at: at(110),
  });
});

test("money that lasts for less than an outage of ours is still there after it (A37)", async () => {
  const { tenantId } = await aCustomer(0.2);
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  await watchBalances({ now: at(100) });
  const before = await readBalance({ tenantId, now: at(100) });
  // The worker is back, but its agents are not yet.
  await tick(at(1000));
  expect(await watchBalances({ now: at(1000) })).toEqual({ warned: 0, stopped: 0 });
  expect((await readBalance({ tenantId, now: at(1000) })).balance.dollars_est).toBe(before.balance.dollars_est);
  await machine.report(at(1003));
  await watchBalances({ now: at(1004) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
});

test("a task's displayed figures stay at its last report once its node counts as silent (A37)", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  const shown = async (second: number) => {
    const now = at(second);
    const [listed] = await listJobs({ tenantId, now });
    const { job } = await readTask({ resvGuid, tenantId, staff: false, now });
    const [told] = await readJobEvents({ resvGuids: [resvGuid], now });
    expect([job.uptime, told?.job.uptime]).toEqual([listed?.uptime, listed?.uptime]);
    const [row] = await listTransactions({ tenantId, now });
    const { dollars_est } = (await readBalance({ tenantId, now })).balance;
    return { uptime: listed?.uptime, time_s: row?.time_s, taken: row?.dollars_est, left: dollars_est };
  };
  expect(await shown(120)).toMatchObject({ uptime: 110, time_s: 110 });
  const silent = await shown(121);
  expect(silent).toMatchObject({ uptime: 90, time_s: 90 });
  expect(await shown(140)).toEqual(silent);
  await machine.report(at(141));
  expect(await shown(141)).toEqual(silent);
  expect(await shown(151)).toMatchObject({ uptime: 100, time_s: 100 });
});

test("a report after a gap does not count as a quiet one (A37)", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  await aRunningTask(tenantId, [machine]);
  await machine.report(at(20));
  const { boot_id: bootId, seq, sysinfo } = machine.observed();
  const report = { nodeId: machine.nodeId, bootId, seq, sysinfo };
  expect(await recordReports({ reports: [{ ...report, at: at(41) }] })).toEqual(new Map());
  expect([...(await recordReports({ reports: [{ ...report, at: at(40) }] })).keys()]).toEqual([machine.nodeId]);
});

test("a node without tasks has no second that could be charged: its report after a gap is a quiet one (A37)", async () => {
  const machine = await aMachine();
  await machine.report(at(20));
  const { boot_id: bootId, seq, sysinfo } = machine.observed();
  const reports = [{ nodeId: machine.nodeId, bootId, seq, sysinfo, at: at(120) }];
  expect([...(await recordReports({ reports })).keys()]).toEqual([machine.nodeId]);
});

test("once the time was set back by an hour, silent nodes are found as before, and no second is charged twice", async () => {
  const { tenantId } = await aCustomer();
  const machines = [await aMachine(), await aMachine()];
  const [, silent] = machines;
  const resvGuid = await aRunningTask(tenantId, machines, { gpus: 16 });
  await pass(machines, 15, 100);
  await chargeRunning({ now: at(100) });
  await pass(machines, 105 - 3600, 150 - 3600);
  await chargeRunning({ now: at(150 - 3600) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running", charged_seconds: 90 });
  await pass(machines.slice(0, 1), 155 - 3600, 180 - 3600);
  expect(silent && (await healthOf(silent))).toBe("dead");
  expect(await taskRow(resvGuid)).toMatchObject({ state: "incident", charged_seconds: 90 });
});
