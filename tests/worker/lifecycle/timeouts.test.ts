import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { readQueueWaits } from "~/compute/inside/capacity/read-queue-wait.server";
import { readScheduled } from "~/compute/read-scheduled.server";
import { readJobs } from "~/compute/list-jobs.server";
import { scheduleAll } from "~/compute/schedule.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { theCatalogue } from "../../support/world";
import {
  aCustomer,
  aMachine,
  aQueuedTask,
  aRunningTask,
  at,
  heldGpus,
  noticesOf,
  placementsOf,
  stop,
  taskRow,
} from "./stage";

beforeEach(async () => {
  await theCatalogue();
  await db.query(`update node set retired_at = now() where retired_at is null`);
  await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where finished_at is null`);
});

test("a node that does not acknowledge in 30 s: placed again elsewhere, three times at most", async () => {
  const { tenantId } = await aCustomer();
  for (let count = 0; count < 4; count += 1) await aMachine();
  const resvGuid = await aQueuedTask(tenantId);
  for (const [attempt, second] of [1, 31, 61].entries()) {
    await scheduleAll({ now: at(second) });
    expect(await taskRow(resvGuid)).toMatchObject({ state: "placing", attempts: attempt });
    await advanceTasks({ now: at(second + 29) });
    expect(await taskRow(resvGuid)).toMatchObject({ attempts: attempt });
    await advanceTasks({ now: at(second + 30) });
  }
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "failed",
    reason: "the node did not answer",
    billed_cents: 0,
  });
  const nodes = (await placementsOf(resvGuid)).map((placement) => placement.node_id);
  expect(new Set(nodes).size).toBe(3);
  expect(await noticesOf(tenantId)).toContainEqual(expect.stringContaining("failed"));
  // Nobody knows whether those nodes received it: their GPUs stay taken until they report.
  expect(await heldGpus()).toBe(3);
});

test("GPUs of a placement without any report are free once the node reports that", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const before = await heldGpus();
  await aQueuedTask(tenantId);
  await scheduleAll({ now: at(1) });
  await advanceTasks({ now: at(31) });
  await machine.hear();
  expect(machine.running).toEqual([]);
  await machine.report(at(33));
  expect(await heldGpus()).toBe(before);
});

test("an agent's error while starting fails the task and costs nothing", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const before = await heldGpus();
  machine.broken = "no such image";
  const resvGuid = await aQueuedTask(tenantId);
  await scheduleAll({ now: at(1) });
  await machine.hear();
  await machine.report(at(2));
  await advanceTasks({ now: at(3) });
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "failed",
    reason: "no such image",
    charged_seconds: 0,
  });
  await machine.hear();
  await machine.report(at(4));
  expect(await heldGpus()).toBe(before);
});

test("an agent's error on a node whose fault comes with it: placed again elsewhere, three times at most", async () => {
  const { tenantId } = await aCustomer();
  const machines = [await aMachine(), await aMachine(), await aMachine(), await aMachine()];
  const resvGuid = await aQueuedTask(tenantId);
  for (const [attempt, second] of [1, 4, 7].entries()) {
    await scheduleAll({ now: at(second) });
    expect(await taskRow(resvGuid)).toMatchObject({ state: "placing", attempts: attempt });
    const placement = (await placementsOf(resvGuid)).at(-1);
    const machine = machines.find(({ nodeId }) => nodeId === placement?.node_id);
    if (!machine) throw new Error("it was placed on none of them");
    machine.broken = "the container engine gives no GPUs";
    machine.sysinfo = { error_counter: 1 };
    await machine.hear();
    await machine.report(at(second + 1));
    await advanceTasks({ now: at(second + 2) });
  }
  expect(await taskRow(resvGuid)).toMatchObject({ state: "failed", reason: "the container engine gives no GPUs" });
  expect(new Set((await placementsOf(resvGuid)).map(({ node_id }) => node_id)).size).toBe(3);
});

test("a task that does not run after 600 s of starting fails", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aQueuedTask(tenantId);
  await scheduleAll({ now: at(1) });
  await machine.hear();
  await machine.report(at(2));
  await advanceTasks({ now: at(601) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "starting" });
  await advanceTasks({ now: at(602) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "failed", reason: "did not start in 10 minutes" });
});

test("a task waits 30 days and not longer", async () => {
  const { tenantId } = await aCustomer();
  const resvGuid = await aQueuedTask(tenantId, { acceptedAt: at(-30 * 86_400) });
  await advanceTasks({ now: at(-1) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "queued" });
  await advanceTasks({ now: at(0) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "failed", reason: "waited 30 days" });
  expect(await noticesOf(tenantId)).toContainEqual(expect.stringContaining("waited 30 days"));
});

test("after 120 s a stop is final without its node's report, but its GPUs stay taken", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const before = await heldGpus();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await machine.report(at(25));
  await machine.report(at(40));
  await stop(resvGuid, at(50));
  await advanceTasks({ now: at(169) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "stopping" });
  await advanceTasks({ now: at(170) });
  // No report covers the seconds after the last one.
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "killed",
    charged_seconds: 30,
    finished_at: at(50),
  });
  expect(await heldGpus()).toBe(before + 1);
  await machine.hear();
  await machine.report(at(200));
  expect(await heldGpus()).toBe(before);
  expect((await taskRow(resvGuid)).charged_seconds).toBe(30);
});

test("a program that ends on its own ends the whole gang, up to the last report in which it ran", async () => {
  const { tenantId } = await aCustomer();
  const [one, two] = [await aMachine(), await aMachine()];
  const before = await heldGpus();
  const resvGuid = await aRunningTask(tenantId, [one, two], { gpus: 16 });
  for (const second of [25, 43, 60]) {
    await one.report(at(second));
    await two.report(at(second + 1));
  }
  one.endItself(one.running[0] ?? "", 3);
  await one.report(at(63));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "stopping", reason: "exit code 3" });
  await two.hear();
  await two.report(at(64));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "finished", exit_code: 3, charged_seconds: 50 });
  expect(await heldGpus()).toBe(before);
});

test("a queued task that is stopped leaves the queue, one in an incident ends at once", async () => {
  const { tenantId } = await aCustomer();
  const queued = await aQueuedTask(tenantId);
  await stop(queued, at(5));
  expect(await taskRow(queued)).toMatchObject({ state: "killed", finished_at: at(5) });
  const machine = await aMachine();
  const away = await aRunningTask(tenantId, [machine]);
  await machine.report(at(40));
  await transaction(async (tx) => {
    await tx.query(`update node set health = 'dead' where id = $1`, [machine.nodeId]);
    await tx.query(`update placement set state = 'interrupted', incident = true where resv_guid = $1`, [away]);
    await tx.query(`update task set state = 'incident', charged_to = null, incidents = 1 where resv_guid = $1`, [away]);
  });
  await stop(away, at(80));
  expect(await taskRow(away)).toMatchObject({ state: "killed", finished_at: at(80) });
  expect(await placementsOf(away)).toMatchObject([{ state: "revoked", ended_at: null }]);
});

test("stopping many at once, and twice, stops each once", async () => {
  const { tenantId } = await aCustomer();
  const resvGuids = [await aQueuedTask(tenantId), await aQueuedTask(tenantId), await aQueuedTask(tenantId)];
  const ask = () =>
    transaction((tx) => requestStop(tx, { resvGuids, target: "killed", reason: "no funds", now: at(9) }));
  const results = await Promise.all([ask(), ask()]);
  expect(results.map((result) => result.ended.length).sort()).toEqual([0, 3]);
});

test("a task to be placed again without room shows its position and reason like a queued one, before the queue", async () => {
  const { tenantId } = await aCustomer();
  await aMachine();
  const again = await aQueuedTask(tenantId, { gpus: 8, acceptedAt: at(0) });
  await scheduleAll({ now: at(1) });
  const queued = await aQueuedTask(tenantId, { gpus: 8, acceptedAt: at(-60) });
  await advanceTasks({ now: at(31) });
  await scheduleAll({ now: at(32) });
  const [job] = await readJobs({ resvGuids: [again], now: at(32) });
  expect(job).toMatchObject({ state: "placing", position: 1, reason: "waiting_for_gpus" });
  const [behind] = await readJobs({ resvGuids: [queued], now: at(32) });
  expect(behind).toMatchObject({ state: "queued", position: 2 });
  const waits = await readQueueWaits({ tenantId, resvGuid: again, now: at(32) });
  expect(waits[again]).toMatchObject({ queued: 2, waitedS: 32 });
  const { fra1 = [] } = await readScheduled({ now: at(32) });
  expect(fra1.map((row) => row.resv_guid)).toEqual([again, queued]);
  // When it is asked to stop, it has no placement any more.
  await stop(again, at(33));
  const [stopped] = await readJobs({ resvGuids: [again], now: at(33) });
  expect(stopped).toMatchObject({ position: null, reason: "killed by you" });
});
