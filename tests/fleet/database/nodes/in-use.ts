import { aNode, aTenant, type NodeInWorld, type TenantInWorld, theCatalogue } from "../../../support/world";
import { occupy } from "../../../compute/database/capacity/reserving";

export const NOW = new Date("2026-03-01T12:00:00Z");
export const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);

/** A node with a tenant's task on two of its GPUs. `now` is the time of its last report. */
export async function aNodeInUse(
  given: { now?: Date } = {},
): Promise<{ node: NodeInWorld; tenant: TenantInWorld; task: string }> {
  await theCatalogue();
  const [node, tenant] = [await aNode(given), await aTenant()];
  return { node, tenant, task: await occupy(tenant, node, 2) };
}
