import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { findOwnTask } from "~/compute/inside/tasks/find-own-task.server";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aTenant, theCatalogue } from "../../../support/world";
import { aKeepingNode, aVolume } from "../volumes/a-volume";

const NOW = new Date("2026-03-01T10:00:00Z");

beforeAll(async () => {
  await theCatalogue();
  await seedTemplates({ now: NOW });
  await aKeepingNode({ gpus: 8 });
});

test("a task's own screen shows its template, image and volumes, and nothing of other tenants' tasks", async () => {
  const tenant = await aTenant({ dollars: 100 });
  for (const name of ["data", "cache"]) await aVolume({ ...tenant, name, now: NOW });
  const rent = async (fields: Record<string, unknown>) => {
    const given = { gpu_type: "a5000", gpu_min: 1, cluster_name: "fra1", ...fields };
    return await reserveTask({ ...tenant, input: ReserveFields.parse(given), now: NOW });
  };
  const { resv_guid: resvGuid } = await rent({
    task_name: "with",
    template: "jupyterlab",
    volumes: [
      { name: "data", path: "/work/data", read_only: true },
      { name: "cache", path: "/cache" },
    ],
  });
  expect(await findOwnTask({ tenantId: tenant.tenantId, resvGuid })).toMatchObject({
    image: "quay.io/jupyter/pytorch-notebook:cuda12-latest",
    templateName: "jupyterlab",
    volumes: [
      { name: "cache", path: "/cache", readOnly: false },
      { name: "data", path: "/work/data", readOnly: true },
    ],
  });
  const plain = await rent({ task_name: "without" });
  const [stored] = await db.query<{ image: string }>(`select tenant_image as image from task where resv_guid = $1`, [
    plain.resv_guid,
  ]);
  const own = await findOwnTask({ tenantId: tenant.tenantId, resvGuid: plain.resv_guid });
  expect(own).toMatchObject({ image: stored?.image, templateName: "", volumes: [] });
  expect(await findOwnTask({ tenantId: (await aTenant({})).tenantId, resvGuid })).toBeNull();
});
