import { beforeAll, beforeEach, expect, test } from "vitest";
import { beginSubmission } from "~/compute/begin-submission.server";
import { deleteTask } from "~/compute/delete-task.server";
import { keepPlaces } from "~/compute/keep-places.server";
import { M } from "~/compute/messages";
import { scheduleAll } from "~/compute/schedule.server";
import { listNodes } from "~/fleet/list-nodes.server";
import { db } from "~/platform/db.server";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import {
  after,
  emptyCapacity,
  enqueue,
  now,
  readPlaced,
  refusalOf,
  reserve,
} from "../../../compute/database/capacity/reserving";
import { anEngine, enrol, readPlaces } from "./engine-world";

let tenant: TenantInWorld;
let engine: Awaited<ReturnType<typeof anEngine>>;

beforeAll(async () => {
  await theCatalogue();
});
beforeEach(async () => {
  await emptyCapacity();
  engine = await anEngine();
  tenant = await aTenant();
});

async function kill(resvGuid: string, at = now): Promise<void> {
  await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid, now: at });
}

test("a queued task of an engine's cluster becomes a wanted place, and is placed once its pilot enrols", async () => {
  const { resv_guid } = await enqueue(tenant, { gpu_min: 2 });
  expect(await readPlaced(resv_guid)).toMatchObject({ state: "queued", nodes: [] });
  const [pilot] = await engine.startNext();
  if (!pilot) throw new Error("no place was wanted");
  const { nodeName, agentKey, leaseMinutes } = await enrol(pilot);
  expect({ nodeName, leaseMinutes }).toEqual({ nodeName: `mr-${resv_guid}-1-0`, leaseMinutes: 60 });
  expect(agentKey).toMatch(/^mra_/);
  expect(await readPlaced(resv_guid)).toMatchObject({ state: "placing", gpus: 2, pph: 190, nodes: [nodeName] });
  expect(await readPlaces()).toEqual([{ name: `mr-${resv_guid}-1`, state: "running", placed: true }]);
  const [node] = await db.query(`select pilot_of, pilot_rank, host, host_gpus, health from node`);
  expect(node).toEqual({ pilot_of: `mr-${resv_guid}-1`, pilot_rank: 0, host: "n1", host_gpus: [0, 1], health: "new" });
  expect(await listNodes()).toEqual([]);
});

test("the request to an engine names everything that the place needs, and its token is stored as a hash", async () => {
  const { resv_guid } = await enqueue(tenant, { gpu_min: 16, max_seconds: 3600 });
  await scheduleAll({ now });
  const ask = await beginSubmission({ engineId: engine.engineId, now });
  expect(ask).toMatchObject({
    ...{ name: `mr-${resv_guid}-1`, resvGuid: resv_guid, attempt: 1, gpuType: "a5000", nodes: 2, gpusPerNode: 8 },
    ...{ cpusPerNode: 32, memMbPerNode: 131_072, maxSeconds: 4500, token: expect.stringMatching(/^mrp_[\w-]{43}$/) },
  });
  const [stored] = await db.query<{ text: string }>(`select engine_place::text as text from engine_place`);
  expect(stored?.text).not.toContain(ask?.token.slice(4));
  // The state is committed before the engine is called; after a lost answer the same call may be repeated, and no
  // other.
  expect(await readPlaces()).toMatchObject([{ state: "submitting" }]);
  expect(await beginSubmission({ engineId: engine.engineId, now })).toBeNull();
  expect(await beginSubmission({ engineId: engine.engineId, name: `mr-${resv_guid}-1`, now })).toEqual({
    ...ask,
    again: true,
  });
});

test("a place is requested for no longer than the engine's longest time", async () => {
  const { engineId } = await anEngine({ longestSeconds: 3_600 });
  await enqueue(tenant, { max_seconds: 3_600 });
  await enqueue(tenant);
  await scheduleAll({ now });
  for (const _ of [1, 2]) expect(await beginSubmission({ engineId, now })).toMatchObject({ maxSeconds: 3_600 });
});

test("places are wanted in the order of serving (S10), within the window, and for tasks that can be paid (S12)", async () => {
  engine = await anEngine({ window: 2 });
  const [poor, other] = [await aTenant({ dollars: 0 }), await aTenant()];
  await enqueue(poor, {}, { now: after(1) });
  const first = await enqueue(tenant, {}, { now: after(2) });
  const second = await enqueue(tenant, {}, { now: after(3) });
  const others = await enqueue(other, {}, { now: after(4) });
  for (let run = 0; run < 2; run += 1) await scheduleAll({ now: after(5) });
  const names = (await readPlaces()).map(({ name }) => name).sort();
  expect(names).toEqual([first, others].map(({ resv_guid }) => `mr-${resv_guid}-1`).sort());
  const [pilot] = await engine.startNext(after(6));
  if (pilot) await enrol(pilot, { now: after(6) });
  await scheduleAll({ now: after(7) });
  expect((await readPlaces()).map(({ name }) => name)).toContain(`mr-${second.resv_guid}-1`);
  const [unpaid] = await db.query(`select wait_reason from task where tenant_id = $1`, [poor.tenantId]);
  expect(unpaid).toEqual({ wait_reason: "waiting_for_funds" });
});

test("a task that an engine's cluster could never hold is refused, and one for which nothing is free", async () => {
  await db.query(`update engine_node set takes_jobs = false`);
  expect(await refusalOf(reserve(tenant))).toMatchObject({ body: { can_enqueue: true } });
  expect((await refusalOf(enqueue(tenant, { gpu_min: 64 }))).message).toBe(
    M.clusterTooSmall({ cluster_name: "fra1", n: 32 }),
  );
});

test("one token and rank are admitted once, also at the same moment", async () => {
  const { resv_guid } = await enqueue(tenant);
  const [pilot] = await engine.startNext();
  if (!pilot) throw new Error("no place was wanted");
  const both = await Promise.allSettled([enrol(pilot), enrol(pilot)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await refusalOf(enrol(pilot))).toMatchObject({ status: 409, message: M.placeTaken });
  expect((await readPlaced(resv_guid)).nodes).toHaveLength(1);
});

test("an unknown token is 401, anything other than what was requested 409", async () => {
  await enqueue(tenant, { gpu_min: 2 });
  const [pilot] = await engine.startNext();
  if (!pilot) throw new Error("no place was wanted");
  expect(await refusalOf(enrol({ ...pilot, token: "mrp_unknown" }))).toMatchObject({ status: 401 });
  for (const wrong of [{ gpus: 1 }, { gpuType: "h100" }])
    expect(await refusalOf(enrol(pilot, wrong))).toMatchObject({ status: 409 });
  expect(await refusalOf(enrol({ ...pilot, rank: 1 }))).toEqual({
    message: "This place has 2 a5000, node 1 of 1. Asked for: 2 a5000, node 0 of 1.",
    status: 409,
  });
  await enrol(pilot);
});

test("a task that was deleted is 410, and its place is no longer wanted", async () => {
  const { resv_guid } = await enqueue(tenant);
  const later = await enqueue(tenant, {}, { now: after(1) });
  const [pilot] = await engine.startNext(after(1));
  if (!pilot) throw new Error("no place was wanted");
  await kill(resv_guid);
  await kill(later.resv_guid);
  expect(await refusalOf(enrol(pilot))).toMatchObject({ status: 410, message: M.placeNotNeeded });
  await keepPlaces({ now });
  // The engine knows the first one and has to end it.
  expect(await readPlaces()).toMatchObject([{ state: "unwanted" }, { state: "ended" }]);
  expect(await refusalOf(enrol(pilot))).toMatchObject({ status: 410, message: M.placeOver });
  expect(await beginSubmission({ engineId: engine.engineId, now })).toBeNull();
});

test("a tenant whose money is gone meanwhile is 409 (S12)", async () => {
  const { resv_guid } = await enqueue(tenant);
  const [pilot] = await engine.startNext();
  if (!pilot) throw new Error("no place was wanted");
  await db.query(`update task set accepted_gpu_pph = 100000 where resv_guid = $1`, [resv_guid]);
  await db.query(`update price set pph_cents = 100000 where gpu_type = 'a5000'`);
  expect(await refusalOf(enrol(pilot))).toMatchObject({ status: 409, message: M.placeNotPaid });
  await db.query(`update price set pph_cents = 95 where gpu_type = 'a5000'`);
  await enrol(pilot);
});

test("the pilots of a gang are placed together, in the order of their ranks", async () => {
  const { resv_guid } = await enqueue(tenant, { gpu_min: 16 });
  const pilots = await engine.startNext();
  expect(pilots).toHaveLength(2);
  const [first, second] = pilots;
  if (!first || !second) throw new Error("a gang has two");
  await enrol(second);
  expect(await readPlaced(resv_guid)).toMatchObject({ state: "queued", nodes: [] });
  expect(await refusalOf(enrol(second))).toMatchObject({ status: 409, message: M.placeTaken });
  await enrol(first, { now: after(60) });
  const nodes = [0, 1].map((rank) => `mr-${resv_guid}-1-${rank}`);
  expect(await readPlaced(resv_guid)).toMatchObject({ state: "placing", gpus: 16, nodes });
});

test("a gang that is not whole 120 s after its first pilot is given up, and the third time the task has failed (S14)", async () => {
  const { resv_guid } = await enqueue(tenant, { gpu_min: 16 });
  for (const attempt of [1, 2, 3]) {
    const at = (seconds: number) => after(attempt * 1000 + seconds);
    const [first, second] = await engine.startNext(at(0));
    if (!first || !second) throw new Error("a gang has two");
    await enrol(first, { now: at(0) });
    await keepPlaces({ now: at(119) });
    expect(await readPlaced(resv_guid)).toMatchObject({ state: "queued" });
    await keepPlaces({ now: at(120) });
    expect(await refusalOf(enrol(second, { now: at(121) }))).toMatchObject({ status: 410 });
  }
  const [task] = await db.query(`select state, reason, attempts from task where resv_guid = $1`, [resv_guid]);
  expect(task).toMatchObject({ state: "failed", reason: "not all of its nodes started" });
  expect((await readPlaces()).map(({ state }) => state)).toEqual(["unwanted", "unwanted", "unwanted"]);
});
