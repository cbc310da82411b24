import { expect, test } from "vitest";
import { telemetrySchema } from "~/fleet/agent-telemetry";
import { Gathered, minuteOf, type Minute } from "~/fleet/gather-telemetry";
import { gpusOf, nodeOf } from "~/fleet/inside/telemetry/figures";

const SYSINFO = { mem_mb: 131_072, mem_free: 100_000, disk_free: 1_500 };
const START = Date.UTC(2026, 10, 20, 10);
const report = (nodeId: number, seconds: number, given?: object) =>
  minuteOf({
    nodeId,
    telemetry: telemetrySchema.parse(given),
    sysinfo: SYSINFO,
    at: new Date(START + seconds * 1000),
  });

/** Drains what is written at a time. */
async function writtenAt(gathered: Gathered, seconds: number): Promise<Minute[]> {
  const all: Minute[] = [];
  await gathered.writeEnded(new Date(START + seconds * 1000), async (minutes) => void all.push(...minutes));
  return all;
}

test("reports of a minute become one row per node, once the minute is over", async () => {
  const gathered = new Gathered();
  gathered.add(report(1, 0, { gpu_busy_pct: [10, 100], gpu_mem_used_mb: [100], gpu_mem_total_mb: [1000], cpu_pct: 3 }));
  gathered.add(report(1, 50, { gpu_busy_pct: [20, 0], gpu_throttle: ["thermal", "none"], gpu_ecc_corrected: [7] }));
  gathered.add(report(2, 59));
  gathered.add(report(1, 61, { cpu_pct: 9 }));
  expect(await writtenAt(gathered, 59)).toEqual([]);
  const [one, two, ...more] = await writtenAt(gathered, 64);
  expect(more).toEqual([]);
  expect(one).toMatchObject({ nodeId: 1, at: new Date(START), samples: 2, counts: [7, null, null] });
  expect(gpusOf(one?.gpus ?? [])).toMatchObject([
    { busy: 15, busyMax: 20, mem: 10, temp: null, slowThermal: 100, slowPower: 0 },
    { busy: 50, busyMax: 100, mem: null, slowThermal: 0 },
  ]);
  expect(nodeOf(one?.node ?? [])).toMatchObject({ cpu: 3, mem: 23.7, diskFree: 1500, diskRead: null });
  expect(two).toMatchObject({ nodeId: 2, samples: 1, gpus: [], counts: [] });
  expect(await writtenAt(gathered, 64)).toEqual([]);
  expect(await writtenAt(gathered, 120)).toMatchObject([{ at: new Date(START + 60_000), samples: 1 }]);
});

test("minutes that cannot be written wait, ten of them", async () => {
  const gathered = new Gathered();
  const fail = () => Promise.reject(new Error("down"));
  for (let minute = 0; minute < 15; minute += 1) {
    gathered.add(report(1, minute * 60));
    await gathered.writeEnded(new Date(START + (minute + 1) * 60_000), fail).catch(() => {});
  }
  const written = await writtenAt(gathered, 3600);
  expect(written.map(({ at }) => (at.getTime() - START) / 60_000)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test("figures larger than a column become the largest that fits", () => {
  const { gpus, node } = report(1, 0, { gpu_clock_mhz: [30_000], gpu_power_w: [3_000], net_sent_bytes_s: 1e12 });
  expect(gpusOf(gpus)[0]).toMatchObject({ clock: 30_000, power: 3_000 });
  expect(nodeOf(node)).toMatchObject({ netSent: 1e9 });
});
