import { beforeAll, describe, expect, it } from "vitest";
import { telemetrySchema } from "~/fleet/agent-telemetry";
import { minuteOf } from "~/fleet/gather-telemetry";
import { readHistory } from "~/fleet/inside/telemetry/read-history.server";
import { rollUpTelemetry } from "~/fleet/roll-up-telemetry.server";
import { loader } from "~/fleet/screens/node/route";
import { factsOf } from "~/platform/http/request-facts.server";
import { writeTelemetry } from "~/fleet/write-telemetry.server";
import { get, thrownBy } from "../../../accounts/database/screens/visit";
import { occupy } from "../../../compute/database/capacity/reserving";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aNode, aTenant, type NodeInWorld, theCatalogue } from "../../../support/world";

const MINUTE_MS = 60_000;
const now = new Date(Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS + 1000);
let staff: Staff;
let node: NodeInWorld;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  node = await aNode({ nodeName: "fra1-gpu-07", gpus: 2 });
  const tenant = await aTenant({ dollars: 10 });
  await occupy(tenant, node, 1);
  for (const minutesAgo of [9, 8, 70])
    await writeTelemetry([
      minuteOf({
        nodeId: node.nodeId,
        telemetry: telemetrySchema.parse({
          gpu_busy_pct: [minutesAgo, 50],
          gpu_temp_c: [40, 60 + minutesAgo],
          gpu_throttle: ["none", minutesAgo === 8 ? "thermal" : "none"],
          gpu_ecc_corrected: [minutesAgo === 8 ? 4 : 1, 0],
          cpu_pct: 12,
        }),
        sysinfo: { mem_mb: 1000, mem_free: 250, disk_free: 90 },
        at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
      }),
    ]);
});

describe("The history of a node", () => {
  it("has a value per point, merged from the minutes, and gaps where none are kept", async () => {
    const {
      pointsTs,
      gpus,
      node: machine,
      errors,
      tasks,
    } = await readHistory({
      nodeName: "fra1-gpu-07",
      span: "24h",
      now,
    });
    expect(pointsTs.length).toBe(288);
    const newest = 288 - 2;
    expect(gpus.map((gpu) => gpu.busy[newest])).toEqual([8.5, 50]);
    expect(gpus.map((gpu) => gpu.slowThermal[newest])).toEqual([0, 50]);
    expect(gpus[0]?.busy[newest - 1]).toBeNull();
    expect([machine.cpu[newest], machine.mem[newest]]).toEqual([12, 75]);
    expect(errors.eccCorrected[newest]).toBe(3);
    expect(tasks).toMatchObject([{ gpus: [0], to_ts: null }]);
  });

  it("is on the node's page, by hours over 30 days, and as a file", async () => {
    await rollUpTelemetry({ now: new Date(now.getTime() + 3 * 3_600_000) });
    const page = async (query: string) =>
      await loader(get(staff.support, `/dashboard/nodes/fra1-gpu-07${query}`, { nodeName: "fra1-gpu-07" }));
    const history = JSON.parse((await page("?span=30d")).history ?? "null");
    expect(history).toMatchObject({ span: "30d" });
    expect(JSON.parse((await page("?span=nonsense")).history ?? "null")).toMatchObject({ span: "24h" });
    const file = async (table: string) => {
      const args = get(staff.support, `/dashboard/nodes/fra1-gpu-07?format=csv&table=${table}`, {
        nodeName: "fra1-gpu-07",
      });
      await thrownBy(loader(args));
      return (await factsOf(args).file?.text()) ?? "";
    };
    expect((await file("history")).trim().split("\n").length).toBe(1 + 3 * 2);
    expect(await file("machine")).toContain("Processors %");
  });

  it("is empty for a node that never reported", async () => {
    await aNode({ nodeName: "fra1-new", health: "new" });
    expect(await readHistory({ nodeName: "fra1-new", span: "13m", now })).toMatchObject({
      gpus: [],
      tasks: [],
      findings: [],
    });
  });
});
