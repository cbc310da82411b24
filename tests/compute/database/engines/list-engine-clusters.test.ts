import { beforeAll, expect, test } from "vitest";
import { recordNodes } from "~/compute/inside/engines/record-nodes.server";
import { listEngineClusters } from "~/compute/list-engine-clusters.server";
import { readBackedCluster } from "~/compute/inside/engines/read-engine.server";
import { scheduleAll } from "~/compute/schedule.server";
import { aTenant, theCatalogue } from "../../../support/world";
import { anEngine, enrol } from "../../../fleet/database/pilots/engine-world";
import { enqueue, now } from "../capacity/reserving";

beforeAll(theCatalogue);

test("Nodes lists the clusters with an engine: its machines, whose GPUs they are, and what waits there", async () => {
  expect(await listEngineClusters()).toEqual([]);
  const { engineId, startNext } = await anEngine();
  const tenant = await aTenant();
  await enqueue(tenant, { gpu_min: 2 });
  const [pilot] = await startNext();
  if (pilot) await enrol(pilot);
  const machine = { gpuType: "a5000", gpus: 8, takesJobs: true, why: "" };
  await recordNodes(
    engineId,
    [
      { ...machine, name: "n1", gpusInUse: 6 },
      { ...machine, name: "n2", gpusInUse: 0, takesJobs: false, why: "drained" },
    ],
    now,
  );
  await enqueue(tenant, { gpu_min: 8 });
  await scheduleAll({ now });
  expect(await listEngineClusters()).toEqual([
    {
      ...{ name: "fra1", kind: "fake", answers: true, held: false, machines: 2, machinesOut: 1 },
      ...{ gpus: 16, gpusOurs: 2, gpusOthers: 4, waiting: 1 },
    },
  ]);
  const { machines } = (await readBackedCluster("fra1")) ?? { machines: [] };
  expect(machines.map(({ name, gpusOurs }) => [name, gpusOurs])).toEqual([
    ["n1", 2],
    ["n2", 0],
  ]);
});
