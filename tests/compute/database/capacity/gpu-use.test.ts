import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { listGpuUse, mergeGpuUse, readGpuUseNow, sampleGpuUse } from "~/compute/gpu-use.server";
import { aNode, theCatalogue } from "../../../support/world";
import { aTask, aTenantRow } from "../tasks/support";

const NOON = new Date("2026-03-10T12:00:00Z");
const NOON_TS = NOON.getTime() / 1000;
const MINUTE_MS = 60_000;
const minutesLater = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

beforeAll(theCatalogue);
beforeEach(async () => {
  await db.query(`delete from held_gpu`);
  await db.query(`delete from placement`);
  await db.query(`delete from node`);
  await db.query(`delete from gpu_use`);
});

/** A task that holds this number of the node's GPUs, from the first on. */
async function hold(nodeId: number, gpus: number): Promise<void> {
  const resvGuid = await aTask({ tenantId: await aTenantRow(), state: "running", gpus });
  await db.query(
    `with held as (insert into placement (resv_guid, node_id, gpus, desired_version, assigned_at)
       values ($1, $2, $3, 1, $4) returning placement_id)
     insert into held_gpu (node_id, gpu, placement_id) select $2, unnest($3::int[]), placement_id from held`,
    [resvGuid, nodeId, Array.from({ length: gpus }, (_, gpu) => gpu), NOON],
  );
}

test("GPUs in service are those that take tasks, and those that tasks hold on closed nodes", async () => {
  const { nodeId } = await aNode();
  await hold(nodeId, 3);
  const { nodeId: draining } = await aNode({ drain: 1 });
  await hold(draining, 2);
  await aNode({ health: "dead" });
  await aNode({ cluster: "ams2", gpuType: "a100", gpus: 4 });
  expect(await readGpuUseNow({ now: NOON })).toEqual([
    { cluster: "ams2", ts: NOON_TS, busy: 0, inService: 4, outOfService: 0 },
    { cluster: "fra1", ts: NOON_TS, busy: 5, inService: 10, outOfService: 14 },
  ]);
});

test("samples become hourly means, a repeated one changes nothing, and a merged day keeps its mean", async () => {
  const { nodeId } = await aNode();
  await sampleGpuUse({ now: NOON });
  await hold(nodeId, 4);
  await sampleGpuUse({ now: minutesLater(1) });
  await sampleGpuUse({ now: minutesLater(20) });
  await sampleGpuUse({ now: minutesLater(20) });
  await sampleGpuUse({ now: minutesLater(61) });
  expect(await listGpuUse({ from: NOON })).toEqual([
    { cluster: "fra1", ts: NOON_TS, busy: 3, inService: 8 },
    { cluster: "fra1", ts: NOON_TS + 3600, busy: 4, inService: 8 },
  ]);
  await mergeGpuUse({ now: minutesLater(34 * 24 * 60) });
  expect(await db.query(`select from gpu_use`)).toHaveLength(3);
  await mergeGpuUse({ now: minutesLater(37 * 24 * 60) });
  await mergeGpuUse({ now: minutesLater(37 * 24 * 60) });
  expect(await listGpuUse({ from: new Date(0) })).toEqual([
    { cluster: "fra1", ts: NOON_TS - 12 * 3600, busy: 3.2, inService: 8 },
  ]);
});
