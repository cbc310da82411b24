import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Observed } from "~/fleet/agent-messages";
import { scheduleAll } from "~/compute/schedule.server";
import { readDesired } from "~/fleet/read-desired.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { encrypt } from "~/platform/secret.server";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aReport } from "../../../support/a-report";
import { aNode, aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { emptyCapacity, enqueue, now, readPlaced, reserve } from "./reserving";

const UBUNTU = "docker.io/nvidia/cuda:12.6.3-base-ubuntu22.04";
let tenant: TenantInWorld;
let seq = 0;

beforeAll(async () => {
  await theCatalogue();
  await seedTemplates({ now });
  tenant = await aTenant({ dollars: 1000 });
});
beforeEach(emptyCapacity);

async function report(nodeId: number, given: Partial<Observed>): Promise<void> {
  const ts = now.getTime() / 1000;
  await receiveObserved({ nodeId, observed: { ...aReport((seq += 1)), ts, runtime: "container", ...given }, now });
}

const imagesOf = async (nodeId: number) =>
  (await db.query<{ name: string }>(`select name from node_image where node_id = $1 order by 1`, [nodeId])).map(
    ({ name }) => name,
  );

const nodesOf = async (task: { resv_guid: string }) => (await readPlaced(task.resv_guid)).nodes;

test("a node's reported images are kept until it reports others", async () => {
  const { nodeId } = await aNode({ now });
  await report(nodeId, { images: ["b:1", "a:1", "b:1"] });
  expect(await imagesOf(nodeId)).toEqual(["a:1", "b:1"]);
  await report(nodeId, { images: ["a:1", "b:1"] });
  await report(nodeId, { images: ["c:1", "b:1"] });
  expect(await imagesOf(nodeId)).toEqual(["b:1", "c:1"]);
  await report(nodeId, {});
  expect(await imagesOf(nodeId)).toEqual([]);
});

test("of equally suitable nodes a task goes to one that has its image, started at once or from the queue (S5)", async () => {
  await aNode({ nodeName: "fra1-a", now });
  const b = await aNode({ nodeName: "fra1-b", now });
  await report(b.nodeId, { images: [UBUNTU] });
  expect(await nodesOf(await reserve(tenant, { gpu_min: 8 }))).toEqual(["fra1-b"]);
  await aNode({ nodeName: "fra1-c", now });
  const d = await aNode({ nodeName: "fra1-d", now });
  await report(d.nodeId, { images: [UBUNTU] });
  const queued = await enqueue(tenant, { gpu_min: 16 });
  await scheduleAll({ now });
  expect((await nodesOf(queued)).toSorted()).toEqual(["fra1-a", "fra1-d"]);
});

test("a fuller node goes before one that has the image, and a template's image counts, not the catalogue's", async () => {
  const [a] = [await aNode({ nodeName: "fra1-a", now }), await aNode({ nodeName: "fra1-b", now })];
  const c = await aNode({ nodeName: "fra1-c", now });
  await db.query(`update node set runtime = 'container'`);
  const [template] = await db.query<{ ref: string }>(`select image_ref as ref from template where name = 'pytorch'`);
  await report(a.nodeId, { images: [UBUNTU] });
  await report(c.nodeId, { images: [template?.ref ?? ""] });
  expect(await nodesOf(await reserve(tenant, { template: "pytorch" }))).toEqual(["fra1-c"]);
  expect(await nodesOf(await reserve(tenant))).toEqual(["fra1-c"]);
});

test("a node that reports no room for an image gets only tasks with other images, until it reports room", async () => {
  const { nodeId } = await aNode({ nodeName: "fra1-a", now });
  await report(nodeId, { images_without_room: [UBUNTU] });
  await expect(reserve(tenant)).rejects.toThrow("Not enough free GPUs");
  const queued = await enqueue(tenant, { gpu_min: 8 });
  await scheduleAll({ now });
  expect(await nodesOf(queued)).toEqual([]);
  await db.query(`update node set runtime = 'container'`);
  expect(await nodesOf(await reserve(tenant, { template: "pytorch" }))).toEqual(["fra1-a"]);
  await emptyCapacity();
  const other = await aNode({ nodeName: "fra1-b", now });
  await report(other.nodeId, { images_without_room: [UBUNTU] });
  await report(other.nodeId, { images_without_room: [] });
  expect(await nodesOf(await reserve(tenant))).toEqual(["fra1-b"]);
});

test("the registry of a template does not get the password of the catalogue's image", async () => {
  const { nodeId } = await aNode({ now });
  await db.query(`update node set runtime = 'container'`);
  await db.query(
    `update image set registry_username = 'robot', registry_password_encrypted = $1, digest = 'sha256:' || repeat('a', 64)`,
    [encrypt("hush-hush")],
  );
  await reserve(tenant, { template: "pytorch" });
  const [task] = (await readDesired({ nodeId })).tasks;
  expect(task).not.toHaveProperty("image_auth");
  expect(task).not.toHaveProperty("image_digest");
  expect(JSON.stringify(task)).not.toContain("hush-hush");
});
