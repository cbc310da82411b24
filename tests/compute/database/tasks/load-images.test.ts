import sharp from "sharp";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { loadImages } from "~/compute/inside/tasks/load-images.server";
import { aNode, aTenant, theCatalogue } from "../../../support/world";

const now = new Date("2026-11-21T12:00:00Z");

test("a running task has a JPEG of 160 × 40 px and at most 8 KiB; others have none", async () => {
  await theCatalogue();
  const { tenantId } = await aTenant();
  const { nodeId } = await aNode();
  await aTaskWithLoad({ tenantId, nodeId, taskName: "busy", state: "running" });
  await aTaskWithLoad({ tenantId, nodeId, taskName: "waiting", state: "stopping" });

  const images = await loadImages({ tenantId, now });
  expect(Object.keys(images)).toEqual(["busy"]);
  const bytes = Buffer.from(images["busy"] ?? "", "base64");
  expect(bytes.length).toBeLessThanOrEqual(8 * 1024);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 160, height: 40 });
});

test("all requests in one sampling interval get the load images of the first request", async () => {
  await theCatalogue();
  const { tenantId } = await aTenant();
  const { nodeId } = await aNode();
  const first = loadImages({ tenantId, now });
  await first;
  await aTaskWithLoad({ tenantId, nodeId, taskName: "later", state: "running" });
  expect(await loadImages({ tenantId, now: new Date(now.getTime() + 2_900) })).toEqual({});
  expect(Object.keys(await loadImages({ tenantId, now: new Date(now.getTime() + 3_000) }))).toEqual(["later"]);
});

async function aTaskWithLoad(given: { tenantId: number; nodeId: number; taskName: string; state: string }) {
  const { tenantId, nodeId, taskName, state } = given;
  await db.query(
    `with made as (
       insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
         accepted_gpu_pph, pph, accepted_at, state_at)
       values ($1, $2, 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', $3, 95, 95, $5, $5) returning resv_guid),
     placed as (
       insert into placement (resv_guid, node_id, gpus, desired_version, assigned_at)
       select resv_guid, $4, '{0}', 1, $5 from made returning placement_id, resv_guid)
     insert into task_load (resv_guid, placement_id, at, cpu_pct, mem_mb)
     select resv_guid, placement_id, $5::timestamptz - n * interval '3 seconds', n * 7 % 100, 100
       from placed, generate_series(1, 38) as n`,
    [tenantId, taskName, state, nodeId, now],
  );
}
