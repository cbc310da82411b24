import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordState } from "~/compute/engine-follower.server";
import type { EngineNode } from "~/compute/engine";
import { keepPlaces } from "~/compute/keep-places.server";
import { readQueueWaits } from "~/compute/inside/capacity/read-queue-wait.server";
import { beginSubmission } from "~/compute/begin-submission.server";
import { holdEngine } from "~/compute/inside/engines/hold-engine.server";
import { recordNodes } from "~/compute/inside/engines/record-nodes.server";
import { readFree } from "~/compute/read-free.server";
import { scheduleAll } from "~/compute/schedule.server";
import { db } from "~/platform/db.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine, readPlaces } from "../../../fleet/database/pilots/engine-world";
import { after, emptyCapacity, enqueue, now, readPlaced, refusalOf, reserve } from "../capacity/reserving";

let tenant: TenantInWorld;
let engineId: number;

beforeAll(theCatalogue);
beforeEach(async () => {
  await emptyCapacity();
  ({ engineId } = await anEngine());
  tenant = await aTenant();
});

const machine = (name: string, more: Partial<EngineNode> = {}): EngineNode => {
  return { name, gpuType: "a5000", gpus: 8, gpusInUse: 0, takesJobs: true, why: "", ...more };
};
const list = (machines: EngineNode[], at = now) => recordNodes(engineId, machines, at);

describe("Free capacity of a cluster with an engine", () => {
  test("is what its machines have left, whoever uses the rest", async () => {
    await list([
      machine("n1"),
      machine("n2", { gpusInUse: 5 }),
      machine("n3", { takesJobs: false, why: "drained" }),
      machine("n4", { gpuType: null }),
    ]);
    await aNode({ cluster: "ams2", gpuType: "a100", gpus: 4 });
    expect(await readFree({ now, staff: true })).toEqual([
      {
        ...{ cluster_name: "fra1", gpu_type: "a5000", shared: true, free_nodes: 1, free_gpus: 8 },
        ...{ free_fragmented_gpus: 3, max_fragmented_gpus: 3, max_gpus: 16, networks: ["ethernet", "infiniband"] },
        fits: { ethernet: [1, 2, 4, 8], infiniband: [1, 2, 4, 8] },
        ...{ gpus_held: 0, gpus_out_of_service: 8 },
      },
      expect.objectContaining({ cluster_name: "ams2", free_gpus: 4 }),
    ]);
  });

  test("is less by the places that are asked for, and by those that began after the machines were listed", async () => {
    await list([machine("n1"), machine("n2")]);
    await enqueue(tenant, { gpu_min: 8 });
    await scheduleAll({ now });
    expect(await readFree({ now })).toMatchObject([{ free_nodes: 1, fits: { ethernet: [1, 2, 4, 8] } }]);
    await db.query(`update engine_place set state = 'running', placed_at = $1`, [after(5)]);
    expect(await readFree({ now: after(6) })).toMatchObject([{ free_nodes: 1 }]);
    await list([machine("n1", { gpusInUse: 8 }), machine("n2")], after(10));
    expect(await readFree({ now: after(10) })).toMatchObject([{ free_nodes: 1 }]);
  });

  test("is not less by a place whose machines are listed as used, before its agent has come or after", async () => {
    await list([machine("n1"), machine("n2")]);
    await enqueue(tenant, { gpu_min: 8 });
    await scheduleAll({ now });
    await db.query(`update engine_place set state = 'running', started_at = $1`, [after(5)]);
    await list([machine("n1", { gpusInUse: 8 }), machine("n2")], after(10));
    expect(await readFree({ now: after(10) })).toMatchObject([{ free_nodes: 1 }]);
    await db.query(`update engine_place set placed_at = $1`, [after(12)]);
    expect(await readFree({ now: after(12) })).toMatchObject([{ free_nodes: 1 }]);
  });

  test("is not less by a place that the engine can never grant", async () => {
    await list([machine("n1")]);
    await enqueue(tenant, { gpu_min: 8 });
    await scheduleAll({ now });
    await db.query(`update engine_place set state = 'waiting', reason_kind = 'never'`);
    expect(await readFree({ now })).toMatchObject([{ free_nodes: 1 }]);
  });

  test("is nothing while the engine does not answer, or has not for a minute", async () => {
    await list([machine("n1")]);
    expect(await readFree({ now: after(61), staff: true })).toMatchObject([{ free_gpus: 0, gpus_out_of_service: 8 }]);
    await recordState(engineId, { state: "unreachable", why: "no answer", now });
    expect(await readFree({ now })).toMatchObject([{ free_gpus: 0, fits: { ethernet: [] } }]);
  });

  test("is announced when it changes, not with each look", async () => {
    await list([machine("n1")]);
    await db.query(`delete from outbox`);
    const announced = async () => (await db.query(`select from outbox where entity = 'capacity'`)).length;
    await list([machine("n1")], after(15));
    expect(await announced()).toBe(0);
    await list([machine("n1", { gpusInUse: 1 })], after(30));
    expect(await announced()).toBe(1);
    await recordState(engineId, { state: "unreachable", why: "no answer", now: after(40) });
    expect(await announced()).toBe(2);
  });

  test("is announced when the machines are listed again after they were too old to offer", async () => {
    await list([machine("n1")]);
    await db.query(`delete from outbox`);
    await list([machine("n1")], after(60));
    expect(await db.query(`select entity, key from outbox`)).toEqual([{ entity: "capacity", key: "fra1:a5000" }]);
  });

  test("is announced when a place is asked for, and when it is no longer needed", async () => {
    await list([machine("n1")]);
    await db.query(`delete from outbox`);
    const announced = async () =>
      (await db.query(`delete from outbox where entity = 'capacity' and key = 'fra1:a5000' returning key`)).length > 0;
    const { resv_guid } = await enqueue(tenant, { gpu_min: 8 });
    await db.query(`delete from outbox`);
    await scheduleAll({ now });
    expect(await readFree({ now })).toMatchObject([{ free_gpus: 0 }]);
    expect(await announced()).toBe(true);
    await db.query(`update task set state = 'killed', finished_at = $2 where resv_guid = $1`, [resv_guid, now]);
    await keepPlaces({ now });
    expect(await readFree({ now })).toMatchObject([{ free_gpus: 8 }]);
    expect(await announced()).toBe(true);
  });

  test("is announced when the last machine of a GPU type is gone", async () => {
    await list([machine("n1"), machine("n2", { gpuType: "a100" })]);
    await db.query(`delete from outbox`);
    await list([machine("n1")], after(15));
    expect(await db.query(`select key from outbox where entity = 'capacity' order by key`)).toEqual([
      { key: "fra1:a100" },
      { key: "fra1:a5000" },
    ]);
  });
});

test("A waiting task shows when the engine expects to start it, until that has passed", async () => {
  const { resv_guid } = await enqueue(tenant, { gpu_min: 8 });
  await scheduleAll({ now });
  await db.query(`update engine_place set state = 'waiting', starts_about = $1`, [after(600)]);
  const waitAt = async (at: Date) => (await readQueueWaits({ tenantId: tenant.tenantId, now: at }))[resv_guid];
  expect(await waitAt(now)).toMatchObject({ startsAboutTs: after(600).getTime() / 1000 });
  expect(await waitAt(after(601))).toMatchObject({ startsAboutTs: null });
});

describe("Start Task in a cluster with an engine", () => {
  test("asks for a place at once if one is free", async () => {
    await list([machine("n1")]);
    const answer = await reserve(tenant, { gpu_min: 8, task_name: "one" });
    expect(answer).toMatchObject({ retcode: "OK", human_readable_message: "Task one is starting.", state: "queued" });
    await scheduleAll({ now });
    expect(await readPlaces()).toMatchObject([{ name: `mr-${answer.resv_guid}-1`, state: "wanted" }]);
    expect(await readPlaced(answer.resv_guid)).toMatchObject({ state: "queued", reason: "cluster_asked" });
  });

  test("is refused with the offer of the queue if none is, and without money", async () => {
    await list([machine("n1")]);
    await reserve(tenant, { gpu_min: 8 });
    await scheduleAll({ now });
    expect(await refusalOf(reserve(tenant, { gpu_min: 1 }))).toMatchObject({ body: { can_enqueue: true } });
    await emptyCapacity();
    const poor = await aTenant({ dollars: 0 });
    expect((await refusalOf(reserve(poor, { gpu_min: 1 }))).message).toContain("balance");
  });
});

test("A held engine is asked for nothing new: nothing is free, wanted places are not sent, and tasks say so", async () => {
  await list([machine("n1"), machine("n2")]);
  const wanted = await enqueue(tenant, { gpu_min: 8 });
  await scheduleAll({ now });
  const by = { clusterName: "fra1", userId: tenant.userId, requestId: "r", now };
  await holdEngine({ ...by, held: true });
  await holdEngine({ ...by, held: true });
  expect(await readFree({ now })).toMatchObject([{ free_gpus: 0, fits: { ethernet: [] } }]);
  expect(await refusalOf(reserve(tenant, { gpu_min: 1 }))).toMatchObject({ body: { can_enqueue: true } });
  const later = await enqueue(tenant, { gpu_min: 1 }, { now: after(1) });
  await scheduleAll({ now: after(1) });
  expect(await beginSubmission({ engineId, now: after(1) })).toBeNull();
  for (const { resv_guid } of [wanted, later])
    expect(await readPlaced(resv_guid)).toMatchObject({ state: "queued", reason: "cluster_closed" });
  expect((await readPlaces()).length).toBe(1);
  await holdEngine({ ...by, held: false });
  await scheduleAll({ now: after(2) });
  expect(await beginSubmission({ engineId, now: after(2) })).toMatchObject({ resvGuid: wanted.resv_guid });
  expect((await readPlaces()).length).toBe(2);
  const audit = await db.query(
    `select action from audit_row where action in ('engine.hold', 'engine.release') order by id`,
  );
  expect(audit).toEqual([{ action: "engine.hold" }, { action: "engine.release" }]);
  await expect(holdEngine({ ...by, clusterName: "ams2", held: true })).rejects.toThrow("has no scheduler");
});
