import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readDesired } from "~/fleet/read-desired.server";
import { scheduleAll } from "~/compute/schedule.server";
import { readFree } from "~/compute/read-free.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import {
  aCustomer,
  aMachine,
  anEmptyStage,
  aQueuedTask,
  aRunningTask,
  at,
  healthOf,
  heldGpus,
  noticesOf,
  pass,
  placementsOf,
  stop,
  taskRow,
  tick,
} from "./stage";
import { anAdmin } from "../../support/world";

beforeEach(anEmptyStage);

test("13: a task goes placing, starting, running; then its SSH address appears and charging starts", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aQueuedTask(tenantId);
  await scheduleAll({ now: at(1) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "placing", ssh_addr: "", started_at: null });
  await machine.hear();
  await machine.report(at(2));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "starting", ssh_addr: "", started_at: null });
  machine.settle();
  await machine.report(new Date(at(3).getTime() + 400));
  const running = await taskRow(resvGuid);
  expect(running).toMatchObject({ state: "running", started_at: at(4) });
  expect(running.ssh_addr).toMatch(/^203\.0\.113\.9:\d+$/);
});

test("27: a node that is silent for 20 s is Dead, its task has an incident, charged up to the last report", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  await pass([], 105, 115);
  expect(await healthOf(machine)).toBe("healthy");
  await pass([], 120, 120);
  expect(await healthOf(machine)).toBe("dead");
  expect(await taskRow(resvGuid)).toMatchObject({ state: "incident", charged_seconds: 90 });
  const free = (await readFree({ now: at(120) })).find((row) => row.gpu_type === "a5000");
  expect(free).toMatchObject({ free_gpus: 0, free_fragmented_gpus: 0 });
  expect(await noticesOf(tenantId)).toContainEqual(expect.stringContaining("lost contact"));
});

test("27: a node with its own threshold is Dead after that one", async () => {
  const machine = await aMachine();
  machine.sysinfo = { reported_ts_dead: 40 };
  await pass([machine], 0, 30);
  await pass([], 35, 65);
  expect(await healthOf(machine)).toBe("healthy");
  await pass([], 70, 70);
  expect(await healthOf(machine)).toBe("dead");
});

test("27: an outage of ours makes no node Dead", async () => {
  const machine = await aMachine();
  await pass([machine], 0, 30);
  await tick(at(300));
  await pass([], 305, 315);
  expect(await healthOf(machine)).toBe("healthy");
  await pass([], 320, 320);
  expect(await healthOf(machine)).toBe("dead");
});

test("28: a node that returns after 5 min with its task: running again, the gap is free", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  await pass([], 105, 395);
  await pass([machine], 400, 500);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  await stop(resvGuid, at(500));
  await machine.beat(at(501));
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "killed",
    reason: "killed by you",
    charged_seconds: 90 + 100,
    finished_at: at(500),
  });
  expect(await heldGpus()).toBe(0);
});

test("28: a task missing after a reboot is lost, with a refund of its last 15 minutes", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  await pass([], 105, 125);
  machine.reboot();
  await machine.beat(at(130));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "lost", charged_seconds: 90, finished_at: at(100) });
  expect(await placementsOf(resvGuid)).toMatchObject([{ state: "revoked", incident: true, ended_at: at(130) }]);
  const refunds = await db.query<{ units: bigint }>(
    `select e.units from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
     where t.resv_guid = $1 and t.kind = 'refund' and e.units > 0`,
    [resvGuid],
  );
  // 90 s of 95 cents per hour are 2 whole cents, the billed amount.
  expect(refunds).toEqual([{ units: 7200n }]);
  expect(await heldGpus()).toBe(0);
});

test("28: a quick reboot, without a Dead node, loses the task as well", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 60);
  machine.reboot();
  await machine.report(at(64));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "lost", charged_seconds: 50 });
});

test("28 and 29: lost after 15 min; the returning node stops it, and only then are its GPUs free", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  await pass([], 105, 1015);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "incident" });
  await pass([], 1020, 1020);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "lost", charged_seconds: 90 });
  expect(await heldGpus()).toBe(1);

  await machine.report(at(1100));
  expect(machine.running).toHaveLength(1);
  expect(await heldGpus()).toBe(1);
  const { tasks } = await readDesired({ nodeId: machine.nodeId });
  expect(tasks).toMatchObject([{ resv_guid: resvGuid, run: false }]);
  await machine.hear();
  expect(machine.running).toHaveLength(0);
  expect(await heldGpus()).toBe(1);
  await machine.report(at(1105));
  expect(await heldGpus()).toBe(0);
  expect((await taskRow(resvGuid)).charged_seconds).toBe(90);
});

test("30: a gang of 2 with one Dead node is an incident as a whole, and nothing is charged", async () => {
  const { tenantId } = await aCustomer();
  const [one, two] = [await aMachine(), await aMachine()];
  const resvGuid = await aRunningTask(tenantId, [one, two], { gpus: 16 });
  await pass([one, two], 15, 100);
  await pass([one], 105, 300);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "incident", charged_seconds: 90 });
  expect((await placementsOf(resvGuid)).map((row) => row.incident).sort()).toEqual([false, true]);
});

test("31: an error or a needed reboot keeps new tasks away, a clean report admits them again", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aQueuedTask(tenantId);
  for (const sysinfo of [{ error_counter: 1 }, { ubuntu_needs_reboot: 1 }]) {
    machine.sysinfo = sysinfo;
    await machine.report(at(1));
    expect(await healthOf(machine)).toBe("error");
    await scheduleAll({ now: at(1) });
    expect(await taskRow(resvGuid)).toMatchObject({ state: "queued" });
  }
  machine.sysinfo = {};
  await machine.report(at(2));
  expect(await healthOf(machine)).toBe("healthy");
  await scheduleAll({ now: at(2) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "placing" });
});

test("32: Drain keeps the task running and removes the node from free capacity", async () => {
  const { tenantId } = await aCustomer();
  const { userId } = await anAdmin();
  const machine = await aMachine({ nodeName: "fra1-drain-32" });
  const resvGuid = await aRunningTask(tenantId, [machine]);
  const { message } = await setDrain({
    nodeName: "fra1-drain-32",
    drain: 1,
    userId,
    requestId: "r-32",
    now: at(20),
  });
  expect(message).toBe("Mode of fra1-drain-32 set to Drain.");
  await pass([machine], 25, 60);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  const free = (await readFree({ now: at(60) })).find((row) => row.gpu_type === "a5000");
  expect(free).toMatchObject({ free_gpus: 0, free_fragmented_gpus: 0 });
  expect(
    await db.query(`select action, before, after, request_id from audit_row where target = 'node:fra1-drain-32'`),
  ).toEqual([{ action: "node.drain", before: { drain: 0 }, after: { drain: 1 }, request_id: "r-32" }]);
});

test("33: Upgrade notifies customers once, and starts maintenance only when the node is empty", async () => {
  const { tenantId } = await aCustomer();
  const { userId } = await anAdmin();
  const machine = await aMachine({ nodeName: "fra1-upgrade-33" });
  const resvGuid = await aRunningTask(tenantId, [machine]);
  const wish = { nodeName: "fra1-upgrade-33", userId, requestId: "", now: at(20) };
  await setDrain({ ...wish, drain: 2 });
  await setDrain({ ...wish, drain: 0 });
  await setDrain({ ...wish, drain: 2 });
  const told = (await noticesOf(tenantId)).filter((text) =>
    text.startsWith("Maintenance is planned for the node of your task"),
  );
  expect(told).toHaveLength(1);
  await machine.hear();
  expect(machine.desired.maintenance).toBe(false);
  await stop(resvGuid, at(30));
  await machine.beat(at(31));
  await machine.hear();
  expect(machine.desired.maintenance).toBe(true);
  await pass([machine], 35, 60);
  expect(await readDesired({ nodeId: machine.nodeId })).toMatchObject({ drain: 2, maintenance: true });
});
