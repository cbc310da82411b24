import { beforeAll, beforeEach, expect, test } from "vitest";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { beginSubmission } from "~/compute/begin-submission.server";
import { deleteTask } from "~/compute/delete-task.server";
import { EngineFollower } from "~/compute/engine-follower.server";
import { scheduleAll } from "~/compute/schedule.server";
import { checkHealth } from "~/fleet/check-health.server";
import { enrollNode } from "~/fleet/inside/nodes/enroll-node.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { db } from "~/platform/db.server";
import { presentTime, takeTime } from "~/platform/time.server";
import { after, enqueue } from "../../../compute/database/capacity/reserving";
import type { FakeScheduler } from "../../../support/fake-scheduler";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine, enrol, readPlaces } from "./engine-world";
import { SimPilot } from "./sim-pilot";

let tenant: TenantInWorld;
let scheduler: FakeScheduler;
let follower: EngineFollower;
let engineId: number;

beforeAll(async () => {
  await theCatalogue();
});
beforeEach(async () => {
  await db.query(`update task set state = 'killed', finished_at = $1, charged_to = null where finished_at is null`, [
    after(0),
  ]);
  ({ scheduler, engineId } = await anEngine());
  follower = new EngineFollower(scheduler, engineId, presentTime);
  tenant = await aTenant();
});

/** The planner, and one turn of the engine's beat. */
async function turn(second: number): Promise<void> {
  takeTime(after(second).getTime());
  await scheduleAll({ now: after(second) });
  await follower.turn();
  await advanceTasks({ now: after(second) });
}

async function aTask(gpus = 1): Promise<string> {
  return (await enqueue(tenant, { gpu_min: gpus }, { now: after(0) })).resv_guid;
}

/** A task that runs in the engine's job, reported at second 2. */
async function aRunningTask(): Promise<{ resvGuid: string; name: string; pilot: SimPilot }> {
  const resvGuid = await aTask();
  await turn(0);
  const name = `mr-${resvGuid}-1`;
  const pilot = new SimPilot(scheduler.start(name)[0] ?? never());
  for (const second of [1, 2, 3]) await pilot.step(after(second));
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running" });
  return { resvGuid, name, pilot };
}

const never = (): never => {
  throw new Error("it has a member");
};

async function taskOf(resvGuid: string) {
  const [task] = await db.query<{ state: string; reason: string; attempts: number }>(
    `select state, reason, attempts from task where resv_guid = $1`,
    [resvGuid],
  );
  return task;
}

async function stateOf(name: string): Promise<string | undefined> {
  return (await readPlaces()).find((place) => place.name === name)?.state;
}

const engineOf = async () =>
  (await db.query<{ state: string; why: string }>(`select state, why from engine where id = $1`, [engineId]))[0];

test("what is wanted is submitted in the same turn, and what the engine says about it is written down", async () => {
  const name = `mr-${await aTask()}-1`;
  await turn(0);
  expect(scheduler.waiting.map(({ ask }) => ask.name)).toEqual([name]);
  await turn(5);
  const [place] = await db.query(
    `select state, reason_kind, reason_word, external_id from engine_place where name = $1`,
    [name],
  );
  expect(place).toEqual({ state: "waiting", reason_kind: "gpus", reason_word: "Resources", external_id: "1" });
});

test("a submission whose answer is lost, or whose worker dies before it is made, is repeated and makes one job", async () => {
  const first = `mr-${await aTask()}-1`;
  scheduler.fail("submit lost");
  await turn(0);
  await turn(4);
  expect(scheduler.waiting).toHaveLength(1);
  await turn(6);
  expect(scheduler.waiting).toHaveLength(1);
  expect(await stateOf(first)).toBe("waiting");

  const second = `mr-${await aTask()}-1`;
  await scheduleAll({ now: after(7) });
  await beginSubmission({ engineId, now: after(7) });
  follower = new EngineFollower(scheduler, engineId, presentTime);
  await turn(8);
  expect(await stateOf(second)).toBe("submitting");
  await turn(13);
  expect(await stateOf(second)).toBe("waiting");
  expect(scheduler.waiting).toHaveLength(2);
});

test("of two jobs of one name the younger is cancelled, unless the task's agent was admitted in it", async () => {
  const resvGuid = await aTask();
  await turn(0);
  const [older] = scheduler.waiting;
  scheduler.add(older?.ask ?? never());
  const [, younger] = scheduler.waiting;
  if (!older || !younger) return never();
  const pilot = new SimPilot(scheduler.startJob(younger)[0] ?? never());
  for (const second of [1, 2, 3]) await pilot.step(after(second));
  await turn(31);
  expect([older.place.state, younger.place.state]).toEqual(["ended", "running"]);
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running", attempts: 0 });

  await aTask();
  scheduler.fail("submit twice");
  await turn(35);
  await turn(41);
  expect(scheduler.waiting.map(({ place }) => place.ref.externalId)).toEqual(["3"]);
});

test("a gang is not made of two jobs", async () => {
  const name = `mr-${await aTask(16)}-1`;
  await turn(0);
  scheduler.add(scheduler.waiting[0]?.ask ?? never());
  const [first, second] = scheduler.waiting.map((job) => scheduler.startJob(job));
  await enrol(first?.[0] ?? never(), { now: after(1) });
  await expect(enrol(second?.[1] ?? never(), { now: after(1) })).rejects.toThrow("Another pilot was admitted");
  await enrol(first?.[1] ?? never(), { now: after(1) });
  expect((await readPlaces()).find((place) => place.name === name)).toMatchObject({ placed: true });
});

test("an empty list ends nothing; a place absent for a minute whose agent is silent has ended", async () => {
  const { resvGuid, name, pilot } = await aRunningTask();
  scheduler.fail("empty list");
  await turn(40);
  await pilot.step(after(41));
  await turn(101);
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running" });
  const [job] = scheduler.running;
  scheduler.forget(job ?? never());
  for (let second = 105; second < 320; second += 5) {
    await pilot.step(after(second));
    if (second % 3 === 0) await turn(second);
  }
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running" });
  // Its agent reports, but nobody answers for its GPUs any more.
  for (const second of [380, 440, 500]) await turn(second);
  expect(await stateOf(name)).toBe("ended");
  expect(await taskOf(resvGuid)).toMatchObject({ state: "lost", reason: "ended by the cluster" });
});

test("a place of which part of a list says nothing is looked up, and only its end counts", async () => {
  const { resvGuid, name } = await aRunningTask();
  scheduler.end(name, "preempted");
  scheduler.age();
  for (const second of [40, 101]) {
    scheduler.fail("partial list");
    await turn(second);
  }
  expect(await stateOf(name)).toBe("ended");
  expect(await taskOf(resvGuid)).toMatchObject({
    state: "lost",
    reason: "ended by the cluster: other work took its GPUs",
  });
});

test.each([
  ["cancelled", "lost", "ended by the cluster"],
  ["timeout", "lost", "ended by the cluster: the longest time of a task was over"],
  ["node-lost", "lost", "ended by the cluster: its machine failed"],
  ["out-of-memory", "finished", "ended by the cluster: its memory was full"],
] as const)("a running task whose place ended as %s is %s", async (end, state, reason) => {
  const { resvGuid, name, pilot } = await aRunningTask();
  scheduler.end(name, end, "root");
  await turn(40);
  expect(await taskOf(resvGuid)).toMatchObject({ state, reason });
  // The agent may live on: it is told to leave.
  await checkHealth({ now: after(41) });
  await pilot.step(after(42));
  expect(pilot.state).toBe("gone");
});

test("a place that ends before its task was placed counts as an attempt, and the third time the task has failed (S14)", async () => {
  const resvGuid = await aTask();
  for (const [attempt, second] of [0, 10, 20].entries()) {
    await turn(second);
    scheduler.end(`mr-${resvGuid}-${attempt + 1}`, "failed");
    await turn(second + 6);
  }
  expect(await taskOf(resvGuid)).toMatchObject({ state: "failed", reason: "its place ended before it could start" });
});

test("a started place whose agent has not enrolled for two minutes is cancelled and counts as an attempt", async () => {
  const resvGuid = await aTask();
  await turn(0);
  scheduler.start(`mr-${resvGuid}-1`);
  await turn(6);
  await turn(120);
  expect(await taskOf(resvGuid)).toMatchObject({ attempts: 0 });
  await turn(127);
  await turn(128);
  expect(scheduler.running).toEqual([]);
  expect(await taskOf(resvGuid)).toMatchObject({ state: "queued", attempts: 1 });
});

test("a refused place waits for its operator, is asked for again, and takes no room of the others", async () => {
  ({ scheduler, engineId } = await anEngine({ window: 1 }));
  follower = new EngineFollower(scheduler, engineId, presentTime);
  const refused = await aTask();
  scheduler.refusing = "Requested node configuration is not available";
  await turn(0);
  scheduler.refusing = "";
  const other = await aTask();
  await turn(5);
  expect(scheduler.waiting.map(({ ask }) => ask.resvGuid)).toEqual([other]);
  expect(await taskOf(refused)).toMatchObject({ state: "queued", attempts: 0 });
  await turn(301);
  expect(scheduler.waiting.map(({ ask }) => ask.resvGuid)).toEqual([other, refused]);
});

test("an engine that does not answer three times counts as unreachable, ends nothing, and is well again by itself", async () => {
  const { resvGuid, name, pilot } = await aRunningTask();
  scheduler.away = true;
  await aTask();
  for (const second of [40, 46, 52]) await turn(second);
  expect(await engineOf()).toEqual({ state: "unreachable", why: "no answer" });
  await pilot.step(after(53));
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running" });
  expect(await stateOf(name)).not.toBe("ended");
  scheduler.away = false;
  await turn(60);
  expect(await engineOf()).toEqual({ state: "ok", why: "" });
  expect(scheduler.waiting).toHaveLength(1);
});

test("a worker that leads again says what it sees now, whatever another one wrote meanwhile", async () => {
  await turn(0);
  const other = new EngineFollower(scheduler, engineId, presentTime);
  scheduler.away = true;
  for (const second of [61, 122, 183]) {
    takeTime(after(second).getTime());
    await other.turn();
  }
  expect(await engineOf()).toMatchObject({ state: "unreachable" });
  scheduler.away = false;
  await turn(200);
  expect(await engineOf()).toEqual({ state: "ok", why: "" });
});

test("the place of a deleted task is cancelled, again and again until the engine says that it ended", async () => {
  const resvGuid = await aTask();
  await turn(0);
  await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid, now: after(1) });
  await turn(2);
  scheduler.away = true;
  await turn(3);
  scheduler.away = false;
  await turn(4);
  expect(scheduler.waiting).toHaveLength(1);
  await turn(9);
  expect(scheduler.waiting).toHaveLength(0);
  await turn(15);
  expect(await stateOf(`mr-${resvGuid}-1`)).toBe("ended");
});

test("an agent that outstays its task by a minute is ended by the engine", async () => {
  const { resvGuid, name, pilot } = await aRunningTask();
  pilot.state = "cut";
  await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid, now: after(10) });
  await turn(131);
  expect(await taskOf(resvGuid)).toMatchObject({ state: "killed" });
  expect(scheduler.running).toHaveLength(1);
  await turn(192);
  expect(scheduler.running).toEqual([]);
  await turn(200);
  expect(await stateOf(name)).toBe("ended");
});

test("jobs that nobody here knows are left alone, and those of ended places are cancelled", async () => {
  const { resvGuid, name } = await aRunningTask();
  const [job] = scheduler.running;
  scheduler.add({ ...(job ?? never()).ask, name: "mr-00000000-0000-4000-8000-000000000000-1" });
  await db.query(`update engine_place set state = 'ended', ended_at = $2 where name = $1`, [name, after(30)]);
  await turn(61);
  expect(scheduler.cancelled).toEqual([`mr-${resvGuid}-1`]);
  expect(scheduler.waiting).toHaveLength(1);
});

test("a machine of the operator's does not enrol in the cluster of an engine, and its token stays good", async () => {
  const { token } = await issueEnrolmentToken({ clusterName: "fra1", userId: null, requestId: "r", now: after(0) });
  const machine = {
    ...{
      token,
      nodeName: "own-1",
      nodeType: "gpu8",
      ipInternal: "10.0.0.9",
      ipPublic: null,
      port: 22_000,
      gpuType: "a5000",
    },
    ...{ gpus: 8, agentVersion: null },
  };
  await expect(enrollNode({ ...machine, now: after(1) })).rejects.toThrow("fra1 is backed by a scheduler");
  await db.query(`update cluster set engine_id = null where name = 'fra1'`);
  await enrollNode({ ...machine, now: after(2) });
});
