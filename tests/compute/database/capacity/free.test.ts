import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readFree } from "~/compute/read-free.server";
import { readScheduled } from "~/compute/read-scheduled.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { after, emptyCapacity, enqueue, now, occupy } from "./reserving";

let tenant: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  tenant = await aTenant();
});
beforeEach(emptyCapacity);

test("free capacity lists free nodes, fragments and the sizes that can start now", async () => {
  for (let count = 0; count < 3; count += 1) await aNode({ ibsActive: 1 });
  await occupy(tenant, await aNode({ ibsActive: 1 }), 2);
  await aNode({ cluster: "ams2", gpuType: "a100", gpus: 4 });
  expect(await readFree({ now })).toEqual([
    {
      cluster_name: "fra1",
      gpu_type: "a5000",
      free_nodes: 3,
      free_gpus: 24,
      free_fragmented_gpus: 6,
      max_fragmented_gpus: 6,
      max_gpus: 32,
      networks: ["ethernet", "infiniband"],
      fits: { ethernet: [1, 2, 4, 8, 16], infiniband: [1, 2, 4, 8, 16] },
    },
    {
      cluster_name: "ams2",
      gpu_type: "a100",
      free_nodes: 1,
      free_gpus: 4,
      free_fragmented_gpus: 0,
      max_fragmented_gpus: 0,
      max_gpus: 4,
      networks: ["ethernet"],
      fits: { ethernet: [1, 2, 4] },
    },
  ]);
});

test("nodes that take no placements count only as out of service, for staff", async () => {
  await aNode({ drain: 1 });
  await aNode({ health: "dead", gpus: 4 });
  await aNode();
  expect(await readFree({ now, staff: true })).toMatchObject([
    { free_nodes: 1, free_gpus: 8, gpus_held: 0, gpus_out_of_service: 12 },
  ]);
});

test("a GPU type without a price starts nothing", async () => {
  await aNode({ gpuType: "b200" });
  expect(await readFree({ now })).toMatchObject([{ gpu_type: "b200", free_gpus: 8, fits: { ethernet: [] } }]);
});

test("a revoked placement keeps its GPUs until its node has stopped it", async () => {
  const resvGuid = await occupy(tenant, await aNode(), 5);
  await db.query(`update placement set state = 'revoked', run = false where resv_guid = $1`, [resvGuid]);
  expect(await readFree({ now })).toMatchObject([{ free_nodes: 0, free_fragmented_gpus: 3 }]);
});

test("the queues are listed by cluster, empty ones too", async () => {
  await aNode();
  await aNode();
  const { resv_guid } = await enqueue(tenant, { task_name: "big-run", gpu_min: 16 });
  expect(await readScheduled({ now })).toEqual({
    fra1: [
      {
        position: 1,
        moved_up: 0,
        resv_guid,
        tenant_name: tenant.tenantName,
        task_name: "big-run",
        gpu_type: "a5000",
        gpus_min: 16,
        ts_scheduled: now.getTime() / 1000,
        reason: "waiting_for_nodes",
        engine_word: "",
      },
    ],
    ams2: [],
  });
});

test("a queue's rows are ordered by GPU type, then by place", async () => {
  for (const gpuType of ["h100", "a5000"]) {
    await aNode({ gpuType });
    await aNode({ gpuType });
  }
  for (const [second, gpu_type] of ["h100", "a5000", "h100", "a5000"].entries())
    await enqueue(tenant, { gpu_type, gpu_min: 16 }, { now: after(second) });
  const { fra1 = [] } = await readScheduled({ now });
  expect(fra1.map((row) => `${row.gpu_type} ${row.position}`)).toEqual(["a5000 1", "a5000 2", "h100 1", "h100 2"]);
});
