import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { scheduleAll } from "~/compute/schedule.server";
import { desiredSchema } from "~/fleet/agent-messages";
import { readDesired } from "~/fleet/read-desired.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { readChoiceAgain } from "~/compute/inside/reserve/read-choice-again.server";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { deleteVolume } from "~/compute/inside/volumes/change-volume.server";
import { createVolume } from "~/compute/inside/volumes/create-volume.server";
import { endVolumes } from "~/compute/end-volumes.server";
import { listVolumes } from "~/compute/list-volumes.server";
import { keyedRequest } from "~/platform/once-for-key.server";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aReport } from "../../../support/a-report";
import { anAdmin, aNode, aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { aKeepingNode, aVolume, volumeOf } from "./a-volume";

const NOW = new Date("2026-03-01T10:00:00Z");

beforeAll(async () => {
  await theCatalogue();
});

beforeEach(async () => {
  await db.query(`update node set retired_at = now()`);
});

let counter = 0;

async function rent(tenant: TenantInWorld, fields: Record<string, unknown>, gpus = 1) {
  const input = {
    task_name: `task-${(counter += 1)}`,
    gpu_type: "a5000",
    gpu_min: gpus,
    cluster_name: "fra1",
    ...fields,
  };
  return await reserveTask({
    tenantId: tenant.tenantId,
    userId: tenant.userId,
    input: ReserveFields.parse(input),
    now: NOW,
  });
}

const nodesOf = async (resvGuid: string) =>
  (await db.query<{ node_id: number }>(`select node_id from placement where resv_guid = $1`, [resvGuid])).map(
    ({ node_id }) => node_id,
  );

async function end(resvGuid: string): Promise<void> {
  await db.query(`update placement set ended_at = $2, run = false, state = 'stopped' where resv_guid = $1`, [
    resvGuid,
    NOW,
  ]);
  await db.query(
    `delete from held_gpu where placement_id in (select placement_id from placement where resv_guid = $1)`,
    [resvGuid],
  );
  await db.query(`update task set state = 'finished', finished_at = $2 where resv_guid = $1`, [resvGuid, NOW]);
}

test("a task with a volume starts on a node that runs containers, and its agent gets the volume's place", async () => {
  const tenant = await aTenant({ now: NOW });
  await aNode({ gpus: 4, now: NOW });
  const { nodeId } = await aKeepingNode({ now: NOW });
  const volumeId = await aVolume({ ...tenant, now: NOW, name: "data" });
  const { resv_guid } = await rent(tenant, { volumes: [{ name: "data", path: "/data", read_only: false }] });
  expect(await nodesOf(resv_guid)).toEqual([nodeId]);
  const desired = desiredSchema.parse(await readDesired({ nodeId }));
  expect(desired.tasks[0]?.volumes).toEqual([{ volume_id: volumeId, path: "/data", read_only: false }]);
});

test("one task writes, or several read; a volume in use is not deleted", async () => {
  const tenant = await aTenant({ now: NOW });
  await aKeepingNode({ now: NOW });
  const volumeId = await aVolume({ ...tenant, now: NOW, name: "shared-data" });
  const use = (read_only: boolean) => ({ volumes: [{ name: "shared-data", path: "/data", read_only }] });
  const { resv_guid } = await rent(tenant, use(false));
  await expect(rent(tenant, use(false))).rejects.toThrow("uses volume shared-data");
  await expect(rent(tenant, use(true))).rejects.toThrow("uses volume shared-data");
  await expect(deleteVolume({ ...tenant, volumeId, now: NOW })).rejects.toThrow("uses volume shared-data");
  await end(resv_guid);
  await rent(tenant, use(true));
  await rent(tenant, use(true));
  await expect(rent(tenant, use(false))).rejects.toThrow("uses volume shared-data");
  const [row] = await listVolumes({ tenantId: tenant.tenantId, now: NOW });
  expect(row?.used_by.map(({ read_only }) => read_only)).toEqual([true, true]);
});

test("of two that rent one volume at once exactly one gets it", async () => {
  const tenant = await aTenant({ now: NOW });
  await aKeepingNode({ now: NOW });
  await aVolume({ ...tenant, now: NOW, name: "race" });
  const use = { volumes: [{ name: "race", path: "/data", read_only: false }] };
  const done = await Promise.allSettled([1, 2, 3, 4].map(() => rent(tenant, use)));
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a local volume stays at the node of its first task; the next one goes there or waits", async () => {
  const tenant = await aTenant({ now: NOW });
  const nodes = [await aKeepingNode({ now: NOW, reach: "local" }), await aKeepingNode({ now: NOW, reach: "local" })];
  const volumeId = await aVolume({ ...tenant, now: NOW, name: "local-data" });
  const use = { volume: "local-data", volume_path: "/work" };
  const first = await rent(tenant, use);
  const [home] = await nodesOf(first.resv_guid);
  expect(await volumeOf(volumeId)).toMatchObject({ reach: "local", node_id: home });
  await end(first.resv_guid);
  await db.query(`update node set drain = 1 where id = $1`, [home]);
  await expect(rent(tenant, use)).rejects.toThrow("Not enough free GPUs");
  const second = await rent(tenant, { ...use, enqueue: true, agree: true });
  await scheduleAll({ now: NOW });
  expect(await nodesOf(second.resv_guid)).toEqual([]);
  const [task] = await db.query<{ wait_reason: string }>(`select wait_reason from task where resv_guid = $1`, [
    second.resv_guid,
  ]);
  expect(task?.wait_reason).toBe("waiting_for_volume");
  expect((await listVolumes({ tenantId: tenant.tenantId, now: NOW }))[0]).toMatchObject({ node_away: true });
  await db.query(`update node set drain = 0 where id = $1`, [home]);
  await scheduleAll({ now: NOW });
  expect(await nodesOf(second.resv_guid)).toEqual([home]);
  expect(nodes.map(({ nodeId }) => nodeId)).toContain(home);
  await expect(rent(tenant, { ...use, gpu_type: "a5000" }, 16)).rejects.toThrow();
});

test("a deleted volume is gone once an agent reports that, and the agent is asked until then", async () => {
  const tenant = await aTenant({ now: NOW });
  const node = await aKeepingNode({ now: NOW });
  const stranger = await aKeepingNode({ now: NOW, cluster: "ams2" });
  const volumeId = await aVolume({ ...tenant, now: NOW, name: "old" });
  const { resv_guid } = await rent(tenant, { volume: "old" });
  await end(resv_guid);
  await deleteVolume({ ...tenant, volumeId, now: NOW });
  expect(await volumeOf(volumeId)).toMatchObject({ state: "deleting", reason: "deleted by you" });
  const desired = await readDesired({ nodeId: node.nodeId });
  expect(desired.volumes_gone).toEqual([volumeId]);
  expect((await readDesired({ nodeId: stranger.nodeId })).volumes_gone).toBeUndefined();
  const says = async (nodeId: number, seq: number) =>
    await receiveObserved({
      nodeId,
      now: NOW,
      observed: {
        ...aReport(seq),
        runtime: "container",
        volumes: { reach: "shared", total_gb: 1000 },
        volumes_gone: [volumeId],
      },
    });
  await says(stranger.nodeId, 10);
  expect(await volumeOf(volumeId)).toMatchObject({ state: "deleting" });
  await says(node.nodeId, 10);
  await says(node.nodeId, 11);
  expect(await volumeOf(volumeId)).toMatchObject({ state: "deleted" });
  const after = await readDesired({ nodeId: node.nodeId });
  expect(after.volumes_gone).toBeUndefined();
  expect(after.version).toBeGreaterThan(desired.version);
});

test("a lost machine is retired once its customers have deleted their volumes, which ends with it", async () => {
  const { nodeId, nodeName } = await aKeepingNode({ reach: "local", now: NOW });
  const tenant = await aTenant({ now: NOW });
  const volumeId = await aVolume({ ...tenant, now: NOW, name: "lost" });
  const { resv_guid } = await rent(tenant, { volumes: [{ name: "lost", path: "/data" }] });
  // Its task is lost, and nobody can report that it does not run there.
  await db.query(`update placement set state = 'revoked', run = false where resv_guid = $1`, [resv_guid]);
  const remove = () => deleteVolume({ ...tenant, volumeId, now: NOW });
  await expect(remove()).rejects.toThrow("lost");
  await db.query(`update task set state = 'lost', finished_at = $2 where resv_guid = $1`, [resv_guid, NOW]);
  const { userId } = await anAdmin();
  const retire = () => retireNode({ nodeName, userId, requestId: "test", now: NOW });
  await db.query(`update node set health = 'dead' where id = $1`, [nodeId]);
  await expect(retire()).rejects.toThrow("still holds volumes");
  expect(await listVolumes({ tenantId: tenant.tenantId, now: NOW })).toMatchObject([{ used_by: [] }]);
  await remove();
  await db.query(`update node set health = 'healthy' where id = $1`, [nodeId]);
  await expect(retire()).rejects.toThrow("still hold GPUs");
  await db.query(`update node set health = 'dead' where id = $1`, [nodeId]);
  await retire();
  expect(await volumeOf(volumeId)).toMatchObject({ state: "deleted" });
});

test("limits hold for concurrent requests, and a key creates one volume", async () => {
  const tenant = await aTenant({ now: NOW });
  await aKeepingNode({ now: NOW, roomGb: 1500 });
  const made = await Promise.allSettled(
    Array.from({ length: 13 }, (_, n) => aVolume({ ...tenant, now: NOW, gb: 10, name: `v${n}` })),
  );
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  const other = await aTenant({ now: NOW });
  await expect(aVolume({ ...other, now: NOW, gb: 1401 })).rejects.toThrow("has no room");
  const asked = { name: "keyed", gb: 10, clusterName: "fra1" };
  const call = () =>
    createVolume({ ...other, now: NOW, keyed: keyedRequest(other.tenantId, "abc", JSON.stringify(asked)) }, asked);
  const ids = await Promise.all([call(), call(), call()]);
  expect(new Set(ids).size).toBe(1);
  const changed = { ...asked, gb: 20 };
  const wrong = createVolume(
    { ...other, now: NOW, keyed: keyedRequest(other.tenantId, "abc", JSON.stringify(changed)) },
    changed,
  );
  await expect(wrong).rejects.toThrow("used for another request");
});

test("without a node that runs containers the request is refused, and nothing is created", async () => {
  const tenant = await aTenant({ now: NOW });
  await aNode({ now: NOW });
  await expect(aVolume({ ...tenant, now: NOW })).rejects.toThrow("runs containers");
  await expect(rent(tenant, { template: "nothing" })).rejects.toThrow("no template named nothing");
});

test("a template starts on nodes with containers; its task keeps its copy, and only the agent gets its variables", async () => {
  const tenant = await aTenant({ now: NOW });
  await seedTemplates({ now: NOW });
  await aNode({ gpus: 4, now: NOW });
  await db.query(`update node set simulated = false`);
  await expect(rent(tenant, { template: "vllm" })).rejects.toThrow("runs containers");
  const { nodeId } = await aKeepingNode({ now: NOW });
  const { resv_guid } = await rent(tenant, { template: "vllm" });
  expect(await nodesOf(resv_guid)).toEqual([nodeId]);
  await db.query(`update template set image_ref = 'changed', environment = '' where name = 'vllm'`);
  const [task] = desiredSchema.parse(await readDesired({ nodeId })).tasks;
  expect(task).toMatchObject({ image_ref: "docker.io/vllm/vllm-openai:v0.6.4", http_ports: [8000] });
  expect(task?.environment).toEqual({ MODEL: "facebook/opt-125m", HF_HOME: "/models" });
  const stored = await db.query<{ environment: string }>(`select environment from task where resv_guid = $1`, [
    resv_guid,
  ]);
  expect(stored[0]?.environment).not.toContain("opt-125m");
  const again = await readChoiceAgain({ ...tenant, resvGuid: resv_guid });
  expect(again).toMatchObject({ template: `task:${resv_guid}`, volume: "" });
});

test("a closed account's volumes are deleted", async () => {
  const tenant = await aTenant({ now: NOW });
  await aKeepingNode({ now: NOW });
  const volumeId = await aVolume({ ...tenant, now: NOW, name: "mine" });
  await transaction((tx) => endVolumes(tx, { tenantIds: [tenant.tenantId], now: NOW }));
  expect(await volumeOf(volumeId)).toMatchObject({ state: "deleted", reason: "the account was closed" });
});
