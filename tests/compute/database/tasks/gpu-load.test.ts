import { beforeAll, expect, test } from "vitest";
import { receiveLoad } from "~/fleet/receive-load.server";
import { compactTaskLoad } from "~/compute/compact-task-load.server";
import { readTaskMetrics } from "~/compute/inside/tasks/read-task-metrics.server";
import { aTenant, theCatalogue } from "../../../support/world";
import type { Machine } from "../../../worker/lifecycle/machine";
import { aMachine, aRunningTask, at } from "../../../worker/lifecycle/stage";

const HOUR_S = 3600;
let machine: Machine;
let resvGuid: string;

beforeAll(async () => {
  await theCatalogue();
  const { tenantId } = await aTenant({ dollars: 100, now: at(-60) });
  machine = await aMachine({ nodeName: "fra1-load-01" });
  resvGuid = await aRunningTask(tenantId, [machine], { gpus: 2 });
  const [placement_id = ""] = machine.running;
  const report = async (second: number, gpu_busy: (number | null)[], gpu_mem_mb: (number | null)[]) =>
    await receiveLoad({
      nodeId: machine.nodeId,
      load: {
        ts: at(second).getTime() / 1000,
        samples: [{ placement_id, gpu_busy, gpu_mem_mb, cpu_pct: 100, mem_mb: 512.25 }],
      },
      now: at(second),
    });
  await report(63, [80, 10], [1000, 200]);
  await report(66, [100, null], [3000, null]);
});

async function metrics(second: number, range: 3600 | 86400 | 604800 = 3600) {
  const { gpus, gpu_busy, gpu_mem_mb } = await readTaskMetrics({ resvGuid, range, now: at(second) });
  return { gpus, gpu_busy, gpu_mem_mb };
}

const EACH = [
  { rank: 0, gpu: 0, busy: [90], mem_mb: [2000] },
  { rank: 0, gpu: 1, busy: [10], mem_mb: [200] },
];

test("each GPU has its own figures; one without a report does not affect the mean", async () => {
  expect(await metrics(70)).toEqual({ gpus: EACH, gpu_busy: [72.5], gpu_mem_mb: [2100] });
});

test("after an hour one point a minute is left, with each GPU's mean", async () => {
  await compactTaskLoad({ now: at(2 * HOUR_S) });
  expect((await metrics(2 * HOUR_S, 86400)).gpus).toEqual(EACH);
});
