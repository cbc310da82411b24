import { beforeAll, beforeEach } from "vitest";
import { db } from "~/platform/db.server";
import { desiredSchema } from "~/fleet/agent-messages";
import { readDesired } from "~/fleet/read-desired.server";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { changeTemplate, createTemplate } from "~/compute/change-template.server";
import { readTemplate } from "~/compute/list-templates.server";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { aKeepingNode } from "../volumes/a-volume";

/** A new tenant for each test, and a node that runs containers. */
export const NOW = new Date("2026-03-01T10:00:00Z");
export const DIGEST = `sha256:${"0a".repeat(32)}`;
export let tenant: TenantInWorld;
let nodeId: number;

beforeAll(async () => {
  await theCatalogue();
  await seedTemplates({ now: NOW });
});

beforeEach(async () => {
  await db.query(`update node set retired_at = now()`);
  tenant = await aTenant({ now: NOW });
  ({ nodeId } = await aKeepingNode({ gpus: 8, now: NOW }));
});

export const make = async (fields: Parameters<typeof createTemplate>[1] = {}) =>
  await createTemplate({ ...tenant, now: NOW }, { name: "mine", image: "pytorch", ...fields });
export const change = async (fields: Parameters<typeof changeTemplate>[1]) =>
  await changeTemplate({ ...tenant, named: "mine", now: NOW }, fields);
export const shown = async () => await readTemplate({ tenantId: tenant.tenantId, named: "mine" });
export const allowOwn = async (at: Date | null = NOW) =>
  await db.query(`update tenant set own_images_at = $2 where id = $1`, [tenant.tenantId, at]);

let counter = 0;
export async function rent(template: string, of = tenant): Promise<string> {
  const input = { task_name: `task-${(counter += 1)}`, gpu_type: "a5000", gpu_min: 1, cluster_name: "fra1", template };
  const { resv_guid } = await reserveTask({ ...of, input: ReserveFields.parse(input), now: NOW });
  return resv_guid;
}

export async function told(resvGuid: string) {
  const { tasks } = desiredSchema.parse(await readDesired({ nodeId }));
  return tasks.find((task) => task.resv_guid === resvGuid);
}
