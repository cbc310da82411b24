import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import type { ObservedCopy } from "~/fleet/agent-volumes";
import { checkLedger } from "~/money/check-ledger.server";
import { readDesired } from "~/fleet/read-desired.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { deleteVolume } from "~/compute/inside/volumes/change-volume.server";
import { endVolumes } from "~/compute/end-volumes.server";
import { listKeepingClusters } from "~/compute/inside/volumes/list-keeping-clusters.server";
import { listVolumes } from "~/compute/list-volumes.server";
import { snapshotVolume } from "~/compute/inside/volumes/snapshot-volume.server";
import { watchCopies } from "~/compute/watch-copies.server";
import { aReport } from "../../../support/a-report";
import { anAdmin, aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { aKeepingNode, aVolume, takenFor, volumeOf } from "./a-volume";

const NOW = new Date("2026-03-01T10:00:00.500Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

let tenant: TenantInWorld;
let counter = 0;
let seq = 0;

beforeAll(async () => {
  await theCatalogue();
});

beforeEach(async () => {
  await db.query(`update node set retired_at = now()`);
  await db.query(`update volume set state = 'deleted' where state = 'copying'`);
  tenant = await aTenant({ now: NOW });
});

async function aCopier(given: Parameters<typeof aKeepingNode>[0] = {}) {
  const node = await aKeepingNode({ now: NOW, ...given });
  await db.query(`update node set copies_volumes = true where id = $1`, [node.nodeId]);
  return node;
}

async function rent(volume: string, readOnly: boolean): Promise<string> {
  const fields = { task_name: `copying-${(counter += 1)}`, gpu_type: "a5000", gpu_min: 1, cluster_name: "fra1" };
  const input = ReserveFields.parse({ ...fields, volumes: [{ name: volume, path: "/data", read_only: readOnly }] });
  return (await reserveTask({ tenantId: tenant.tenantId, userId: tenant.userId, input, now: NOW })).resv_guid;
}

async function end(resvGuid: string): Promise<void> {
  await db.query(
    `delete from held_gpu using placement p where p.placement_id = held_gpu.placement_id and p.resv_guid = $1`,
    [resvGuid],
  );
  await db.query(`update placement set ended_at = $2, run = false where resv_guid = $1`, [resvGuid, NOW]);
  await db.query(`update task set state = 'finished', finished_at = $2 where resv_guid = $1`, [resvGuid, NOW]);
}

/** A volume that a task has used. */
async function aUsedVolume(name: string): Promise<string> {
  const volumeId = await aVolume({ ...tenant, now: NOW, name });
  await end(await rent(name, false));
  return volumeId;
}

const snapshot = (volumeId: string, name: string, now = NOW) => snapshotVolume({ ...tenant, volumeId, now }, { name });

async function says(nodeId: number, copies: ObservedCopy[], gone: string[] = [], now = NOW): Promise<void> {
  const [reach] = await db.query<{ reach: "shared" | "local"; gb: number }>(
    `select volume_reach as reach, volume_gb as gb from node where id = $1`,
    [nodeId],
  );
  const volumes = { reach: reach?.reach ?? "shared", total_gb: reach?.gb ?? 100_000, copies: true };
  const observed = { ...aReport((seq += 1)), ts: now.getTime() / 1000, runtime: "container" as const, volumes };
  await receiveObserved({
    nodeId,
    now,
    observed: { ...observed, ts: Math.floor(observed.ts), volume_copies: copies, volumes_gone: gone },
  });
}

test("a snapshot is made by one node that reaches it, and is charged once it is complete", async () => {
  const node = await aCopier();
  const stranger = await aCopier({ cluster: "ams2" });
  const source = await aUsedVolume("data");
  const copy = await snapshot(source, "backup");
  expect((await readDesired({ nodeId: node.nodeId })).volume_copies).toEqual([{ volume_id: copy, source_id: source }]);
  expect((await readDesired({ nodeId: stranger.nodeId })).volume_copies).toBeUndefined();
  const rows = await listVolumes({ tenantId: tenant.tenantId, now: NOW });
  expect(rows.find(({ name }) => name === "backup")).toMatchObject({ state: "copying", gb: 100, copy_of: "data" });
  await says(stranger.nodeId, [{ volume_id: copy, state: "done" }], [], later(1000));
  await says(node.nodeId, [{ volume_id: copy, state: "copying" }], [], later(1000));
  expect(await volumeOf(copy)).toMatchObject({ state: "copying" });
  await says(node.nodeId, [{ volume_id: copy, state: "done" }], [], later(3600));
  await says(node.nodeId, [{ volume_id: copy, state: "done" }], [], later(3601));
  expect(await volumeOf(copy)).toMatchObject({ state: "kept", charged_to: new Date("2026-03-01T11:00:01Z") });
  expect((await readDesired({ nodeId: node.nodeId })).volume_copies).toBeUndefined();
  await deleteVolume({ ...tenant, volumeId: copy, now: new Date("2026-03-01T12:00:01Z") });
  // 100 GB × 10 cents × 3600 s ÷ 730: the hour in which it was complete.
  expect(await takenFor(copy)).toBe((100n * 10n * 3600n) / 730n);
  expect(await volumeOf(copy)).toMatchObject({ state: "deleting" });
  expect(await checkLedger()).toMatchObject({ wrongVolumes: 0, wrongBalances: 0, imbalanceUnits: 0n });
});

test("a volume that a task can write to is not copied; during a copy no task can write to it, and it is not deleted", async () => {
  const node = await aCopier();
  const source = await aUsedVolume("data");
  const writer = await rent("data", false);
  await expect(snapshot(source, "backup")).rejects.toThrow("can write to volume data");
  await end(writer);
  await rent("data", true);
  const copy = await snapshot(source, "backup");
  await rent("data", true);
  await expect(rent("data", false)).rejects.toThrow();
  await expect(deleteVolume({ ...tenant, volumeId: source, now: NOW })).rejects.toThrow();
  await expect(rent("backup", true)).rejects.toThrow("is still being copied");
  await expect(snapshot(copy, "copy-of-copy")).rejects.toThrow("is still being copied");
  await says(node.nodeId, [{ volume_id: copy, state: "done" }]);
  await rent("backup", false);
});

test("two at once: either the task writes, or the copy is made", async () => {
  await aCopier();
  const source = await aUsedVolume("race");
  const done = await Promise.allSettled([rent("race", false), snapshot(source, "copied")]);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a failed copy gives its reason, costs nothing, and its nodes clean up until nothing is left", async () => {
  const node = await aCopier();
  const source = await aUsedVolume("data");
  const copy = await snapshot(source, "backup");
  await says(node.nodeId, [{ volume_id: copy, state: "failed", message: "the disk that keeps volumes is full" }]);
  const [row] = await listVolumes({ tenantId: tenant.tenantId, now: NOW });
  expect(row).toMatchObject({ name: "backup", state: "failed", message: "the disk that keeps volumes is full" });
  const gone = async () => (await readDesired({ nodeId: node.nodeId })).volumes_gone ?? [];
  expect(await gone()).toContain(copy);
  await expect(rent("backup", true)).rejects.toThrow("backup");
  await says(node.nodeId, [], [copy]);
  expect(await gone()).not.toContain(copy);
  expect(await volumeOf(copy)).toMatchObject({ state: "failed" });
  await deleteVolume({ ...tenant, volumeId: copy, now: NOW });
  await says(node.nodeId, [], [copy]);
  expect(await volumeOf(copy)).toMatchObject({ state: "deleted" });
  expect(await takenFor(copy)).toBe(0n);
  const texts = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1 and cause like 'volume-copy%'`,
    [tenant.tenantId],
  );
  expect(texts).toEqual([
    { text: "Volume backup could not be copied: the disk that keeps volumes is full. Nothing was charged." },
  ]);
});

test("a silent node hands over to another that reaches the volume; without one the copy fails", async () => {
  const first = await aCopier();
  const source = await aUsedVolume("data");
  const copy = await snapshot(source, "backup");
  const second = await aCopier();
  await says(second.nodeId, [], [], later(850));
  expect(await watchCopies({ now: later(800) })).toEqual({ handedOver: 0, failed: 0 });
  await db.query(`update node set health = 'dead' where id = $1`, [first.nodeId]);
  expect(await watchCopies({ now: later(1000) })).toEqual({ handedOver: 1, failed: 0 });
  expect((await readDesired({ nodeId: first.nodeId })).volume_copies).toBeUndefined();
  expect((await readDesired({ nodeId: second.nodeId })).volume_copies).toEqual([
    { volume_id: copy, source_id: source },
  ]);
  await db.query(`update node set health = 'dead' where id = $1`, [second.nodeId]);
  expect(await watchCopies({ now: later(2000) })).toEqual({ handedOver: 0, failed: 1 });
  expect(await volumeOf(copy)).toMatchObject({ state: "failed", reason: "its node does not answer" });
});

test("a local volume is copied on its own node, and limits and room count the copy from the start", async () => {
  await aCopier({ reach: "local", roomGb: 150 });
  const empty = await aVolume({ ...tenant, now: NOW, name: "empty", gb: 10 });
  await expect(snapshot(empty, "copied")).rejects.toThrow("no task has used it yet");
  const source = await aUsedVolume("data");
  await expect(snapshot(source, "copied")).rejects.toThrow("has no room");
  await db.query(`update node set volume_gb = 1000`);
  const copy = await snapshot(source, "copied");
  expect((await volumeOf(copy)).node_id).toBe((await volumeOf(source)).node_id);
  await db.query(`update node set copies_volumes = false`);
  await expect(snapshot(source, "again")).rejects.toThrow("No node that reaches");
});

test("a failed copy takes no room and keeps no node once nothing of it is left, and is deleted at once", async () => {
  const node = await aCopier({ reach: "local", roomGb: 200 });
  const source = await aUsedVolume("data");
  const copy = await snapshot(source, "copied");
  await says(node.nodeId, [{ volume_id: copy, state: "failed", message: "the disk that keeps volumes is full" }]);
  const room = async () => (await listKeepingClusters()).find(({ clusterName }) => clusterName === "fra1")?.roomGb;
  expect(await room()).toBe(0);
  await says(node.nodeId, [], [copy]);
  expect(await room()).toBe(100);
  await db.query(`update volume set state = 'deleted' where volume_id = $1`, [source]);
  await retireNode({ nodeName: node.nodeName, userId: (await anAdmin()).userId, requestId: "test", now: NOW });
  await deleteVolume({ ...tenant, volumeId: copy, now: NOW });
  expect(await volumeOf(copy)).toMatchObject({ state: "deleted" });
});

test("nobody copies another tenant's volume, and a closed account's copies are deleted", async () => {
  await aCopier();
  const source = await aUsedVolume("data");
  const copy = await snapshot(source, "backup");
  const other = await aTenant({ now: NOW });
  await expect(snapshotVolume({ ...other, volumeId: source, now: NOW }, { name: "mine" })).rejects.toMatchObject({
    details: { status: 404 },
  });
  await transaction((tx) => endVolumes(tx, { tenantIds: [tenant.tenantId], now: NOW }));
  expect(await volumeOf(copy)).toMatchObject({ state: "deleting" });
});

test("a node knows which volumes of a task already hold files, so that it never creates them again", async () => {
  const node = await aCopier();
  const source = await aUsedVolume("kept-before");
  const empty = await aVolume({ ...tenant, now: NOW, name: "new-one" });
  const heard = async (volumeId: string) => {
    const { tasks } = await readDesired({ nodeId: node.nodeId });
    return tasks.flatMap(({ volumes = [] }) => volumes).find(({ volume_id }) => volume_id === volumeId)?.used;
  };
  const [first, second] = [await rent("kept-before", true), await rent("new-one", false)];
  // It was rented before, but never ran.
  expect([await heard(source), await heard(empty)]).toEqual([undefined, undefined]);
  await db.query(`update placement set running_at = $2 where resv_guid = $1`, [first, NOW]);
  expect([await heard(source), await heard(empty)]).toEqual([true, undefined]);
  await end(first);
  await end(second);
  const copy = await snapshot(source, "copied");
  await says(node.nodeId, [{ volume_id: copy, state: "done" }]);
  await rent("copied", false);
  expect(await heard(copy)).toBe(true);
});
