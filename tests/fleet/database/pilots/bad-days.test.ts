import { beforeAll, beforeEach, expect, test } from "vitest";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { EngineFollower } from "~/compute/engine-follower.server";
import { readBackedCluster } from "~/compute/inside/engines/read-engine.server";
import { scheduleAll } from "~/compute/schedule.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { db } from "~/platform/db.server";
import { presentTime, takeTime } from "~/platform/time.server";
import { after, enqueue } from "../../../compute/database/capacity/reserving";
import type { FakeScheduler } from "../../../support/fake-scheduler";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine } from "./engine-world";
import { SimPilot } from "./sim-pilot";

// What happens when … (docs/engines.md), where follow.test.ts and end.test.ts do not show it.

let tenant: TenantInWorld;
let scheduler: FakeScheduler;
let follower: EngineFollower;

beforeAll(async () => {
  await theCatalogue();
});
beforeEach(async () => {
  await db.query(`update task set state = 'killed', finished_at = $1, charged_to = null where finished_at is null`, [
    after(0),
  ]);
  const engine = await anEngine();
  ({ scheduler } = engine);
  follower = new EngineFollower(scheduler, engine.engineId, presentTime);
  tenant = await aTenant();
});

async function turn(second: number): Promise<void> {
  takeTime(after(second).getTime());
  await scheduleAll({ now: after(second) });
  await follower.turn();
  await advanceTasks({ now: after(second) });
}

/** A task that runs in the engine's job since second 2. */
async function aRunningTask(): Promise<{ resvGuid: string; name: string; pilot: SimPilot }> {
  const { resv_guid: resvGuid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  const name = `mr-${resvGuid}-1`;
  const [started] = scheduler.start(name);
  if (!started) throw new Error("it has no member");
  const pilot = new SimPilot(started);
  for (const second of [1, 2, 3]) await pilot.step(after(second));
  return { resvGuid, name, pilot };
}

async function taskOf(resvGuid: string) {
  const [task] = await db.query<{ state: string; reason: string; waits: string; charged: number; incidents: number }>(
    `select state, reason, wait_reason as waits, charged_seconds as charged, incidents from task where resv_guid = $1`,
    [resvGuid],
  );
  return task;
}

/** Its agent reports as agents do, and the product does what it does by itself. */
async function report(pilot: SimPilot, { from, to }: { from: number; to: number }): Promise<void> {
  for (let second = from; second <= to; second += 3) {
    await beatReceiving({ worker: "test", now: after(second) });
    await pilot.step(after(second));
  }
  takeTime(after(to).getTime());
  await checkHealth({ now: after(to) });
  await chargeRunning({ now: after(to) });
}

test("while an engine does not answer, running tasks are charged and waiting ones say why they wait", async () => {
  const { resvGuid, pilot } = await aRunningTask();
  scheduler.away = true;
  const { resv_guid: waiting } = await enqueue(tenant, {}, { now: after(4) });
  for (const second of [40, 46, 52]) await turn(second);
  await report(pilot, { from: 6, to: 60 });
  await turn(61);
  expect(await taskOf(waiting)).toMatchObject({ state: "queued", waits: "cluster_unreachable" });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running", incidents: 0, charged: 58 });
  scheduler.away = false;
  await turn(125);
  await turn(131);
  expect((await taskOf(waiting))?.waits).not.toBe("cluster_unreachable");
});

test("a task whose job runs without an agent yet says that the cluster starts it", async () => {
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  scheduler.start(`mr-${guid}-1`);
  await turn(6);
  await turn(7);
  expect(await taskOf(guid)).toMatchObject({ state: "queued", waits: "cluster_starting" });
});

test("a place that its machine cannot start is given up after 300 s, and the task says so meanwhile", async () => {
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  const [job] = scheduler.waiting;
  if (!job) throw new Error("it was not asked for");
  job.place.reason = { kind: "launch-failed", word: "JobHeldUser: launch failed requeued held" };
  await turn(6);
  await turn(7);
  expect(await taskOf(guid)).toMatchObject({ waits: "cluster_failed" });
  await turn(299);
  expect(scheduler.cancelled).toEqual([]);
  await turn(301);
  await turn(302);
  expect(scheduler.cancelled).toEqual([`mr-${guid}-1`]);
});

test("a machine on which no agent came is avoided for 300 s by every task, unless too few others are left", async () => {
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  scheduler.start(`mr-${guid}-1`);
  await turn(6);
  await turn(127);
  await turn(128);
  const asked = (name: string) => scheduler.waiting.find(({ ask }) => ask.name === name)?.ask;
  expect(asked(`mr-${guid}-2`)).toMatchObject({ avoid: ["n1"] });
  const { resv_guid: other } = await enqueue(tenant, {}, { now: after(129) });
  await turn(135);
  expect(asked(`mr-${other}-1`)).toMatchObject({ avoid: ["n1"] });
  const { resv_guid: large } = await enqueue(tenant, { gpu_min: 32 }, { now: after(136) });
  await turn(140);
  // It needs all four machines.
  expect(asked(`mr-${large}-1`)).not.toHaveProperty("avoid");
  const { resv_guid: late } = await enqueue(tenant, {}, { now: after(500) });
  await turn(500);
  expect(asked(`mr-${late}-1`)).not.toHaveProperty("avoid");
});

test("a machine on which no agent came is avoided also if the job had waited for days", async () => {
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  const twoDays = 172_800;
  await turn(twoDays);
  scheduler.start(`mr-${guid}-1`);
  for (const second of [6, 127, 128]) await turn(twoDays + second);
  expect(scheduler.waiting.find(({ ask }) => ask.name === `mr-${guid}-2`)?.ask).toMatchObject({ avoid: ["n1"] });
});

test("at a Slurm, which cannot be told to avoid a machine, the task waits 300 s and takes no room meanwhile", async () => {
  await db.query(`update engine set kind = 'slurm', settings = '{"window": 1}'`);
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  scheduler.start(`mr-${guid}-1`);
  await turn(6);
  await turn(127);
  await turn(128);
  await turn(129);
  const waiting = () => scheduler.waiting.map(({ ask }) => ask.name);
  expect(waiting()).toEqual([]);
  expect(await taskOf(guid)).toMatchObject({ state: "queued", waits: "cluster_failed" });
  const { resv_guid: other } = await enqueue(tenant, {}, { now: after(130) });
  await turn(131);
  expect(waiting()).toEqual([`mr-${other}-1`]);
  await turn(425);
  expect(waiting()).toHaveLength(1);
  await turn(436);
  expect(waiting()).toEqual([`mr-${other}-1`, `mr-${guid}-2`]);
});

test.each(["fake", "slurm"])("a machine whose GPU failed as its task started is avoided as well: %s", async (kind) => {
  await db.query(`update engine set kind = $1`, [kind]);
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  const [started] = scheduler.start(`mr-${guid}-1`);
  if (!started) throw new Error("it has no member");
  const pilot = new SimPilot(started);
  await turn(6);
  await pilot.step(after(7));
  await db.query(
    `insert into node_finding (node_id, name, gpu_id, severity, action, text, count, first_at, last_at)
     select id, 'gpu-missing', 0, 'critical', 'reboot', 'It is not there', 1, $2, $2 from node where pilot_of = $1`,
    [`mr-${guid}-1`, after(8)],
  );
  for (const second of [8, 9]) await pilot.step(after(second));
  expect(await taskOf(guid)).toMatchObject({ state: "placing" });
  for (const second of [12, 18]) await turn(second);
  const asked = () => scheduler.waiting.find(({ ask }) => ask.name === `mr-${guid}-2`)?.ask;
  if (kind === "slurm") {
    expect(asked()).toBeUndefined();
    for (const second of [300, 325, 331]) await turn(second);
    expect(asked()).toBeDefined();
  } else expect(asked()).toMatchObject({ avoid: ["n1"] });
});

test("while Millrace is down its agents keep their tasks, and that time is free (A37)", async () => {
  const { resvGuid, pilot } = await aRunningTask();
  await report(pilot, { from: 6, to: 21 });
  // Nothing runs here for ten minutes, and its agent reaches nobody.
  await report(pilot, { from: 621, to: 642 });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running", incidents: 0, charged: 19 + 21 });
});

test("an engine's clock may be wrong by years: only differences of its times count", async () => {
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(0) });
  await turn(0);
  const [job] = scheduler.waiting;
  if (!job) throw new Error("it was not asked for");
  expect(job.place.ref.submittedTs * 1000).toBeLessThan(after(0).getTime() - 365 * 86_400_000);
  // In half an hour, by its own clock.
  job.place.startsAboutTs = job.place.ref.submittedTs + 1800;
  await turn(6);
  const [place] = await db.query<{ about: Date }>(`select starts_about as about from engine_place where name = $1`, [
    `mr-${guid}-1`,
  ]);
  expect(place?.about).toEqual(after(1800));
});

test("a machine that its site drains keeps our tasks; it is shown with the site's reason", async () => {
  const { resvGuid, pilot } = await aRunningTask();
  scheduler.nodes = async () => [
    { name: "n1", gpuType: "a5000", gpus: 8, gpusInUse: 1, takesJobs: false, why: "drained: a fan" },
  ];
  await turn(40);
  await report(pilot, { from: 41, to: 60 });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running" });
  expect((await readBackedCluster("fra1"))?.machines).toMatchObject([
    { name: "n1", takesJobs: false, why: "drained: a fan" },
  ]);
});

test("a pre-empted task is lost with its cause, a refund and a notice, also if its agent had no time to report", async () => {
  const { resvGuid, name, pilot } = await aRunningTask();
  await report(pilot, { from: 6, to: 60 });
  pilot.state = "cut";
  scheduler.end(name, "preempted");
  await turn(66);
  expect(await taskOf(resvGuid)).toMatchObject({
    state: "lost",
    reason: "ended by the cluster: other work took its GPUs",
  });
  const refunds = await db.query(`select from ledger_transaction where resv_guid = $1 and kind = 'refund'`, [resvGuid]);
  expect(refunds).toHaveLength(1);
  const notices = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1 order by id desc limit 1`,
    [tenant.tenantId],
  );
  expect(notices[0]?.text).toContain("was lost: ended by the cluster: other work took its GPUs");
});

test("without accounting a place that is gone is lost once its agent is silent, and no second after its report is charged", async () => {
  const { resvGuid, pilot } = await aRunningTask();
  await report(pilot, { from: 6, to: 60 });
  const [job] = scheduler.running;
  if (!job) throw new Error("it runs");
  scheduler.forget(job);
  pilot.state = "cut";
  for (const second of [66, 100, 132]) {
    for (let beat = second - 30; beat <= second; beat += 3) await beatReceiving({ worker: "test", now: after(beat) });
    await checkHealth({ now: after(second) });
    await turn(second);
  }
  await chargeRunning({ now: after(140) });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "lost", charged: 58 });
});
