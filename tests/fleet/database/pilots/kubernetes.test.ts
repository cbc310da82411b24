import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { deleteTask } from "~/compute/delete-task.server";
import { EngineFollower } from "~/compute/engine-follower.server";
import { kubernetesSettings } from "~/compute/kubernetes-settings";
import { scheduleAll } from "~/compute/schedule.server";
import { db } from "~/platform/db.server";
import { presentTime, takeTime } from "~/platform/time.server";
import { KubernetesEngine } from "../../../../worker/engines/kubernetes/kubernetes-engine";
import { after, enqueue } from "../../../compute/database/capacity/reserving";
import { Cluster, fail, TOKEN } from "../../../support/kubernetes/cluster";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine } from "./engine-world";
import { SimPilot } from "./sim-pilot";

// The engine's beat, with Kubernetes' client, against the API's imitation.

const PODS = "/api/v1/namespaces/gpu/pods";

let cluster: Cluster;
let tenant: TenantInWorld;
let follower: EngineFollower;

beforeAll(async () => {
  await theCatalogue();
});
beforeEach(async () => {
  await db.query(`update task set state = 'killed', finished_at = $1, charged_to = null where finished_at is null`, [
    after(0),
  ]);
  cluster = new Cluster();
  const gpuMap = { "NVIDIA-RTX-A5000": "a5000" };
  const site = { url: await cluster.start(), namespace: "gpu", gpuMap, image: "i", agentImage: "a" };
  const engine = new KubernetesEngine(kubernetesSettings.parse(site), { token: TOKEN, now: presentTime });
  const labels = { "nvidia.com/gpu.product": "NVIDIA-RTX-A5000" };
  const status = { allocatable: { "nvidia.com/gpu": "8" }, conditions: [{ type: "Ready", status: "True" }] };
  cluster.nodes = [{ metadata: { name: "n1", labels }, status }];
  follower = new EngineFollower(engine, (await anEngine()).engineId, presentTime);
  tenant = await aTenant();
});
afterEach(() => cluster.stop());

async function turn(second: number): Promise<void> {
  takeTime(after(second).getTime());
  await scheduleAll({ now: after(second) });
  await follower.turn();
  await advanceTasks({ now: after(second) });
}

async function placeOf(name: string) {
  const [place] = await db.query(
    `select state, reason_kind as kind, "end", ended_by as by from engine_place where name = $1`,
    [name],
  );
  return place;
}

async function taskOf(resvGuid: string) {
  const [task] = await db.query(`select state, reason from task where resv_guid = $1`, [resvGuid]);
  return task;
}

/** A task whose Pod waits for GPUs. */
async function aWaitingTask() {
  const { resv_guid: resvGuid } = await enqueue(tenant, { gpu_min: 1 }, { now: after(0) });
  const name = `mr-${resvGuid}-1`;
  await turn(0);
  const message = "0/1 nodes are available: 1 Insufficient nvidia.com/gpu.";
  const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
  cluster.change(name, { status: { conditions } });
  await turn(31);
  expect(await placeOf(name)).toMatchObject({ state: "waiting", kind: "gpus" });
  return { resvGuid, name };
}

/** The same, running since second 34. */
async function aRunningTask() {
  const { resvGuid, name } = await aWaitingTask();
  const state = { running: { startedAt: "2026-11-27T03:00:06Z" } };
  cluster.change(name, {
    spec: { nodeName: "n1" },
    status: { phase: "Running", containerStatuses: [{ name: "task", state }] },
  });
  const { stringData } = cluster.secrets.get(name) as unknown as { stringData: { token: string } };
  const pilot = new SimPilot({ token: stringData.token, rank: 0, host: "n1", gpus: [0], job: "" });
  for (const second of [32, 33, 34]) await pilot.step(after(second));
  await turn(62);
  expect(await placeOf(name)).toMatchObject({ state: "running" });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running" });
  return { resvGuid, name, pilot };
}

test("an evicted task is lost, with the cause that its Pod had when it went", async () => {
  const { resvGuid, name, pilot } = await aRunningTask();
  const condition = { type: "DisruptionTarget", status: "True", reason: "EvictionByEvictionAPI", message: "drain" };
  cluster.change(name, {
    metadata: { deletionTimestamp: "2026-11-27T03:01:00Z" },
    status: { conditions: [condition] },
  });
  pilot.end();
  cluster.remove(name);
  await turn(93);
  expect(await placeOf(name)).toMatchObject({ state: "ended", end: "preempted", by: "EvictionByEvictionAPI" });
  expect(await taskOf(resvGuid)).toEqual({ state: "lost", reason: "ended by the cluster: other work took its GPUs" });
});

test("the Pod of a deleted task is deleted, and its place has ended", async () => {
  const waiting = await aWaitingTask();
  await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid: waiting.resvGuid, now: after(32) });
  for (const second of [40, 46]) await turn(second);
  expect(cluster.pods.size).toBe(0);
  await turn(77);
  expect(await placeOf(waiting.name)).toMatchObject({ state: "ended" });
});

test("a cluster that cannot be asked ends nothing", async () => {
  const { resvGuid, name, pilot } = await aRunningTask();
  for (const [answer, second] of [
    [401, 93],
    [403, 155],
    [500, 220],
  ] as const) {
    cluster.instead.set(`GET ${PODS}`, (_, response) => fail(response, answer, "Refused", "no"));
    await pilot.step(after(second));
    await turn(second);
  }
  cluster.instead.clear();
  expect(await placeOf(name)).toMatchObject({ state: "running" });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "running" });
});
