import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { telemetrySchema } from "~/fleet/agent-telemetry";
import {
  MachineWatch,
  parseCpu,
  parseDisks,
  parseNetworks,
  ratesBetween,
} from "../../../../worker/agent/probes/machine-watch";
import { pcieErrors } from "../../../../worker/agent/probes/pcie-errors";
import { throttleOf } from "../../../../worker/agent/probes/throttle";
import { simulatedTelemetry } from "../../../../worker/agent/simulated/telemetry";

test("a missing telemetry, or one that cannot be read, costs no report", () => {
  for (const given of [undefined, null, 7, "x", [1]]) expect(telemetrySchema.parse(given)).toBeUndefined();
});

test("an odd figure counts as unknown, and the others are kept", () => {
  const given = {
    gpu_busy_pct: [50, null, NaN, -1, 101, 1e300, "7", {}],
    gpu_temp_c: "hot",
    gpu_power_w: Array.from({ length: 17 }, () => 1),
    gpu_throttle: ["thermal", null, "melting", 4],
    gpu_ecc_corrected: [Number.MAX_SAFE_INTEGER, Infinity],
    cpu_pct: -Infinity,
    net_sent_bytes_s: 12.5,
    of_a_newer_agent: true,
  };
  expect(telemetrySchema.parse(given)).toMatchObject({
    gpu_busy_pct: [50, null, null, null, null, null, null, null],
    gpu_temp_c: [],
    gpu_power_w: [],
    gpu_throttle: ["thermal", null, "other", "other"],
    gpu_ecc_corrected: [Number.MAX_SAFE_INTEGER, null],
    gpu_clock_mhz: [],
    cpu_pct: null,
    disk_read_bytes_s: null,
    net_sent_bytes_s: 12.5,
  });
});

test("the kernel's counters are read: whole disks, and networks of a device", () => {
  expect(parseCpu("cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 1 1 1\n")).toEqual({ cpuAll: 1000, cpuBusy: 150 });
  const disks = `   8 0 sda 10 0 2000 5 20 0 4000 7 0 1 2
   8 1 sda1 10 0 2000 5 20 0 4000 7 0 1 2
   7 0 loop0 10 0 9999 5 20 0 9999 7 0 1 2
 259 0 nvme0n1 1 0 8 1 1 0 16 1 0 1 1`;
  expect(parseDisks(disks, ["sda", "loop0", "nvme0n1"])).toEqual({ read: 2008 * 512, written: 4016 * 512 });
  const table = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 500 1 0 0 0 0 0 0 500 1 0 0 0 0 0 0
  eth0: 1000 1 0 0 0 0 0 0 2000 1 0 0 0 0 0 0
veth12: 70 1 0 0 0 0 0 0 80 1 0 0 0 0 0 0`;
  expect(parseNetworks(table, (name) => name === "eth0")).toEqual({ received: 1000, sent: 2000 });
  expect(parseNetworks(table, () => false)).toEqual({ received: 1070, sent: 2080 });
});

test("rates are since the last look; a counter that began again is unknown once", () => {
  const one = { atMs: 0, cpuBusy: 10, cpuAll: 100, read: 5000, written: 0, received: 0, sent: 0 };
  const other = { atMs: 10_000, cpuBusy: 35, cpuAll: 200, read: 0, written: 4096, received: 10, sent: 0 };
  expect(ratesBetween(null, one)).toMatchObject({ cpu_pct: null, disk_read_bytes_s: null });
  expect(ratesBetween(one, other)).toEqual({
    cpu_pct: 25,
    disk_read_bytes_s: null,
    disk_write_bytes_s: 410,
    net_received_bytes_s: 1,
    net_sent_bytes_s: 0,
  });
  const watch = new MachineWatch();
  expect(watch.look(0).cpu_pct).toBeNull();
  expect(watch.look(1_000).net_received_bytes_s).toEqual(expect.any(Number));
});

test("PCIe errors are those that the kernel counted; unknown if it counts none", () => {
  const devices = mkdtempSync(join(tmpdir(), "millrace-pci-"));
  mkdirSync(join(devices, "0000:2b:00.0"));
  const file = (kind: string, text: string) => writeFileSync(join(devices, "0000:2b:00.0", `aer_dev_${kind}`), text);
  file("correctable", "RxErr 1\nBadTLP 2\nRollover 3\nTOTAL_ERR_COR 6\n");
  file("fatal", "Undefined 0\nTOTAL_ERR_FATAL 1\n");
  expect(pcieErrors("0000:2b:00", devices)).toBe(7);
  expect(pcieErrors("0000:2c:00", devices)).toBeNull();
  expect(pcieErrors("", devices)).toBeNull();
});

test("of several reasons heat is named", () => {
  expect(throttleOf([])).toBe("none");
  expect(throttleOf(["sw_power_cap"])).toBe("power");
  expect(throttleOf(["sw_power_cap", "hw_thermal_slowdown"])).toBe("thermal");
});

test("simulated GPUs have possible figures, the same for the same use, and warmer ones under load", () => {
  const uses = Array.from({ length: 8 }, (_, id) => (id < 4 ? { busy: 1, memMb: 20_000 } : undefined));
  const figures = simulatedTelemetry({ nodeName: "demo", gpuType: "a5000", uses, atMs: 1e12 });
  expect(telemetrySchema.parse(figures)).toEqual(figures);
  expect(simulatedTelemetry({ nodeName: "demo", gpuType: "a5000", uses, atMs: 1e12 })).toEqual(figures);
  const [busy, idle] = [(figures.gpu_temp_c[0] ?? 0) as number, (figures.gpu_temp_c[7] ?? 0) as number];
  expect(busy).toBeGreaterThan(idle + 30);
  expect(figures.gpu_mem_used_mb).toEqual([20_000, 20_000, 20_000, 20_000, 3, 3, 3, 3]);
});
