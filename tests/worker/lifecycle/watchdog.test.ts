import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { receiveLoad } from "~/fleet/receive-load.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { theCatalogue } from "../../support/world";
import type { Machine } from "./machine";
import { aCustomer, aMachine, aRunningTask, at, taskRow } from "./stage";

beforeEach(async () => {
  await theCatalogue();
  await db.query(`update node set retired_at = now() where retired_at is null`);
  await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where finished_at is null`);
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

test("watchdog: one busy moment restarts the hour, and silence is not idleness", async () => {
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

test("watchdog: an hour with a gap in the GPUs' reports is not an idle hour", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine], { agent: "stats-watchdog" });
  await db.query(`update placement set simulated = false where resv_guid = $1`, [resvGuid]);
  for (let second = 20; second < 3620; second += 60) await sample(machine, second, second === 1820 ? [] : [0]);
  await advanceTasks({ now: at(3621) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
});

test.each([
  ["says nothing", false, "running"],
  ["is idle too", true, "stopping"],
])("watchdog: a task on two nodes of which one is idle for an hour and the other %s", async (_, both, state) => {
  const { tenantId } = await aCustomer();
  const [one, other] = [await aMachine(), await aMachine()];
  const resvGuid = await aRunningTask(tenantId, [one, other], { agent: "stats-watchdog", gpus: 16 });
  await db.query(`update placement set simulated = false where resv_guid = $1`, [resvGuid]);
  for (let second = 20; second <= 3620; second += 60)
    for (const machine of both ? [one, other] : [one]) await sample(machine, second, [0]);
  await advanceTasks({ now: at(3620) });
  expect(await taskRow(resvGuid)).toMatchObject({ state });
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
