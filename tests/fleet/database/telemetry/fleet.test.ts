import { beforeAll, describe, expect, it } from "vitest";
import { telemetrySchema } from "~/fleet/agent-telemetry";
import { minuteOf } from "~/fleet/gather-telemetry";
import { readNewestTelemetry } from "~/fleet/newest-telemetry.server";
import { loader } from "~/fleet/screens/fleet/route";
import { writeTelemetry } from "~/fleet/write-telemetry.server";
import { db } from "~/platform/db.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { scrape } from "~/platform/http/scrape.server";
import { get, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aNode, theCatalogue } from "../../../support/world";

const MINUTE_MS = 60_000;
let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  const now = new Date();
  const report = async (nodeId: number, minutesAgo: number, given: object) =>
    await writeTelemetry([
      minuteOf({
        nodeId,
        telemetry: telemetrySchema.parse(given),
        sysinfo: { mem_mb: 1000, mem_free: 250, disk_free: 90 },
        at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
      }),
    ]);
  const hot = await aNode({ nodeName: "fra1-hot", gpus: 2 });
  const cool = await aNode({ nodeName: "ams2-cool", cluster: "ams2", gpus: 2 });
  await aNode({ nodeName: "fra1-silent", gpus: 1 });
  await db.query(`update node set rack = 'R1', labels = '{generation=2024,water}' where id = $1`, [hot.nodeId]);
  await report(hot.nodeId, 600, { gpu_ecc_corrected: [1, 1], gpu_busy_pct: [1, 1] });
  await report(hot.nodeId, 500, { gpu_ecc_corrected: [1, 8], gpu_busy_pct: [1, 1] });
  await report(hot.nodeId, 1, {
    gpu_busy_pct: [40, 100],
    gpu_temp_c: [60, 91],
    gpu_throttle: ["none", "thermal"],
    gpu_power_w: [100, 300],
    cpu_pct: 5,
  });
  await report(cool.nodeId, 2, { gpu_busy_pct: [0, 10], gpu_temp_c: [30, 31], gpu_ecc_corrected: [0, 0] });
});

const shown = async (query = "") => await loader(get(staff.support, `/dashboard/fleet${query}`));
const groupsOf = ({ groups }: Awaited<ReturnType<typeof shown>>) =>
  JSON.parse(groups) as { name: string; nodes: { node_name: string; gpus: [string, string][] }[] }[];

describe("The fleet's GPUs", () => {
  it("are a cell each, by cluster, with the newest figure and a colour", async () => {
    const screen = await shown();
    expect(groupsOf(screen)).toEqual([
      {
        name: "ams2",
        nodes: [
          {
            node_name: "ams2-cool",
            gpus: [
              ["0", "0"],
              ["1", "10"],
            ],
          },
        ],
      },
      {
        name: "fra1",
        nodes: [
          {
            node_name: "fra1-hot",
            gpus: [
              ["2", "40"],
              ["4", "100"],
            ],
          },
          { node_name: "fra1-silent", gpus: [["", ""]] },
        ],
      },
    ]);
    expect(screen).toMatchObject({ gpus: 5, known: 4, mean: 37.5 });
    expect(screen.worst.map(({ node_name, gpu }) => [node_name, gpu])).toEqual([
      ["fra1-hot", 1],
      ["fra1-hot", 0],
      ["ams2-cool", 1],
    ]);
  });

  it("are coloured by any figure, found by rack or label, and grouped by them", async () => {
    const heat = async (figure: string) =>
      groupsOf(await shown(`?figure=${figure}&q=hot`))[0]?.nodes[0]?.gpus.map(([shade]) => shade);
    expect(await heat("temperature")).toEqual(["2", "5"]);
    expect(await heat("throttling")).toEqual(["0", "5"]);
    expect(await heat("power")).toEqual(["1", "4"]);
    expect(await heat("errors")).toEqual(["0", "1"]);
    expect((await shown("?figure=errors")).worst).toMatchObject([{ node_name: "fra1-hot", gpu: 1, value: 7 }]);
    const names = async (query: string) => groupsOf(await shown(query)).map(({ name }) => name);
    expect(await names("?group=rack")).toEqual(["fra1 · R1", ""]);
    expect(await names("?group=label:generation")).toEqual(["generation=2024", ""]);
    expect(await names("?q=water")).toEqual(["fra1"]);
    expect(await names("?q=nothing&figure=nonsense&group=nonsense")).toEqual([]);
  });

  it("are a file, and for rules one function", async () => {
    const args = get(staff.support, "/dashboard/fleet?format=csv&q=hot");
    await thrownBy(loader(args));
    expect((await factsOf(args).file?.text())?.trim().split("\n").length).toBe(3);
    const newest = await readNewestTelemetry({ now: new Date() });
    expect(newest.map(({ node_name, ts }) => [node_name, ts !== null])).toEqual([
      ["ams2-cool", true],
      ["fra1-hot", true],
      ["fra1-silent", false],
    ]);
    expect(newest[1]).toMatchObject({ node: { cpu: 5 }, errors: [{ eccCorrected: 0 }, { eccCorrected: 7 }] });
  });

  it("are in /metrics by node", async () => {
    const text = await scrape(new Date());
    expect(text).toContain('millrace_node_gpu_busy_percent{node="fra1-hot",cluster="fra1",of="mean"} 70');
    expect(text).toContain('millrace_node_gpu_temperature_celsius{node="fra1-hot",cluster="fra1",of="max"} 91');
    expect(text).toContain('millrace_node_gpu_errors_24h{node="fra1-hot",cluster="fra1",kind="memory corrected"} 7');
    expect(text).not.toContain("fra1-silent");
  });
});
