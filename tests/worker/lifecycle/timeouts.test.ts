import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/db.server";
import { advanceTasks } from "~/domain/tasks/advance-tasks.server";
import { scheduleAll } from "~/domain/capacity/schedule.server";
import { receiveLoad } from "~/domain/nodes/receive-load.server";
import { requestStop } from "~/domain/tasks/stop-task.server";
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
import type { Machine } from "./machine";

beforeEach(async () => {
  await theCatalogue();
  await db.query(`update node set retired_at = now() where retired_at is null`);
  await db.query(
    `update task set state = 'killed', finished_at = now(), charged_to = null where finished_at is null`,
  );
});

test("a node that does not acknowledge in 30 s: placed anew elsewhere, three times at most", async () => {
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
  // Nobody knows whether those nodes heard of it: their GPUs stay taken until they say so.
  expect(await heldGpus()).toBe(3);
});

test("GPUs of a placement that was never heard of are free once the node says so", async () => {
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

test("after 120 s a stop is final without its node's word, but its GPUs stay taken", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const before = await heldGpus();
  const resvGuid = await aRunningTask(tenantId, [machine]);
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

test("a program that ends by itself ends the whole gang, up to the last report in which it ran", async () => {
  const { tenantId } = await aCustomer();
  const [one, two] = [await aMachine(), await aMachine()];
  const before = await heldGpus();
  const resvGuid = await aRunningTask(tenantId, [one, two], { gpus: 16 });
  await one.report(at(60));
  await two.report(at(61));
  one.endItself(one.running[0] ?? "", 3);
  await one.report(at(63));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "stopping", reason: "exit code 3" });
  await two.hear();
  await two.report(at(64));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "finished", exit_code: 3, charged_seconds: 50 });
  expect(await heldGpus()).toBe(before);
});

test("a queued task that is asked to stop leaves the queue, one in an incident ends at once", async () => {
  const { tenantId } = await aCustomer();
  const queued = await aQueuedTask(tenantId);
  await stop(queued, at(5));
  expect(await taskRow(queued)).toMatchObject({ state: "killed", finished_at: at(5) });
  const machine = await aMachine();
  const away = await aRunningTask(tenantId, [machine]);
  await machine.report(at(40));
  await transaction(async (tx) => {
    await tx.query(`update node set health = 'dead' where id = $1`, [machine.nodeId]);
    await tx.query(`update placement set state = 'interrupted', incident = true where resv_guid = $1`, [
      away,
    ]);
    await tx.query(
      `update task set state = 'incident', charged_to = null, incidents = 1 where resv_guid = $1`,
      [away],
    );
  });
  await stop(away, at(80));
  expect(await taskRow(away)).toMatchObject({ state: "killed", finished_at: at(80) });
  expect(await placementsOf(away)).toMatchObject([{ state: "revoked", ended_at: null }]);
});

async function sample(machine: Machine, second: number, busy: number[]): Promise<void> {
  const [placement_id = ""] = machine.running;
  const samples = [{ placement_id, gpu_busy: busy, gpu_mem_mb: busy, cpu_pct: 1, mem_mb: 100 }];
  const load = { ts: at(second).getTime() / 1000, samples };
  await receiveLoad({ nodeId: machine.nodeId, load, now: at(second) });
}

test.each([
  ["stats-watchdog", false, [0.5], "stopping"],
  ["block-mining", false, [0.5], "stopping"],
  ["stats", false, [0.5], "running"],
  ["stats-watchdog", true, [0.5], "running"],
  ["stats-watchdog", false, [0.5, 40], "running"],
  ["stats-watchdog", false, [], "running"],
])("watchdog: %s, simulated %s, GPUs busy %j for an hour: %s", async (agent, simulated, busy, state) => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine], { agent });
  await db.query(`update placement set simulated = $2 where resv_guid = $1`, [resvGuid, simulated]);
  for (let second = 20; second < 3600; second += 60) await sample(machine, second, busy);
  await sample(machine, 3619, busy);
  await advanceTasks({ now: at(3619) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  await advanceTasks({ now: at(3620) });
  expect(await taskRow(resvGuid)).toMatchObject({ state });
});

test("watchdog: one busy moment starts the hour anew, and silence is not idleness", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine], { agent: "stats-watchdog" });
  await sample(machine, 20, [0]);
  await sample(machine, 1800, [3]);
  await sample(machine, 1803, [0]);
  await sample(machine, 3620, [0]);
  await advanceTasks({ now: at(3621) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  await advanceTasks({ now: at(5500) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
});

test("watchdog: an hour in which the GPUs said nothing for a while is not an idle hour", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine], { agent: "stats-watchdog" });
  await db.query(`update placement set simulated = false where resv_guid = $1`, [resvGuid]);
  for (let second = 20; second < 3620; second += 60)
    await sample(machine, second, second === 1820 ? [] : [0]);
  await advanceTasks({ now: at(3621) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
});

test.each([
  ["block-mining", "stopping", "coin mining seen: xmrig"],
  ["stats", "running", ""],
])("a sign of coin mining in a task with agent %s: %s", async (agent, state, reason) => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine], { agent });
  machine.mining = "xmrig";
  await machine.report(at(40));
  expect(await taskRow(resvGuid)).toMatchObject({ state, reason });
});

test("who asks to stop many at once, and twice, stops each once", async () => {
  const { tenantId } = await aCustomer();
  const resvGuids = [await aQueuedTask(tenantId), await aQueuedTask(tenantId), await aQueuedTask(tenantId)];
  const ask = () =>
    transaction((tx) => requestStop(tx, { resvGuids, target: "killed", reason: "no funds", now: at(9) }));
  const results = await Promise.all([ask(), ask()]);
  expect(results.map((result) => result.ended.length).sort()).toEqual([0, 3]);
});
