import { beforeAll, expect, test } from "vitest";
import { loader as free } from "~/compute/screens/free-capacity/route";
import { loader as nodes } from "~/fleet/screens/nodes/route";
import { loader as dashboard } from "~/staff/screens/dashboard/route";
import { get } from "../../../accounts/database/screens/visit";
import { occupy } from "../../../compute/database/capacity/reserving";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aNode, aTenant, theCatalogue } from "../../../support/world";

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});

test("the dashboard, Nodes and Free capacity show the same numbers of GPUs (S1)", async () => {
  const tenant = await aTenant({ dollars: 100 });
  await occupy(tenant, await aNode({ gpus: 8 }), 3);
  await occupy(tenant, await aNode({ gpus: 8, drain: 1 }), 2);
  await occupy(tenant, await aNode({ gpus: 4, cluster: "ams2", gpuType: "a100" }), 4);
  await aNode({ gpus: 8, health: "dead" });
  await aNode({ gpus: 4, cluster: "ams2", gpuType: "a100", drain: 2 });
  const seen = <Page>(loader: (args: ReturnType<typeof get>) => Promise<Page>, path: string) =>
    loader(get(staff.operator, path));
  const { gpuUse } = await seen(dashboard, "/dashboard");
  const counted = { busy: 9, inService: 14, outOfService: 18 };
  expect(gpuUse?.total).toEqual(counted);
  expect((await seen(nodes, "/dashboard/nodes")).gpus).toEqual(counted);
  const rows = (await seen(free, "/dashboard/free")).free;
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  expect(sum((row) => row.gpus_out_of_service ?? 0)).toBe(counted.outOfService);
  const idle = sum((row) => row.free_gpus + row.free_fragmented_gpus + (row.gpus_held ?? 0));
  expect(idle).toBe(counted.inService - counted.busy);
});
