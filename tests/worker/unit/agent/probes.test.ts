import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findingsSchema } from "~/fleet/agent-findings";
import { loadSchema } from "~/fleet/agent-messages";
import { countErrors, FindingBook } from "../../../../worker/agent/health/finding-book";
import { isActive } from "../../../../worker/agent/probes/infiniband";
import { parseMinor } from "../../../../worker/agent/probes/gpu-devices";
import { judgeGpus } from "../../../../worker/agent/health/judge-gpus";
import { GPU_CARDS } from "../../../../worker/agent/probes/gpu-cards";
import {
  commonTypeOf,
  FIELD_SETS,
  gpuTypeOf,
  parseGpus,
  parseLinkErrors,
  parseRemaps,
  parseSlow,
  SLOW_FIELD_SETS,
} from "../../../../worker/agent/probes/nvidia-smi";
import { parseAptList, parseNote } from "../../../../worker/agent/probes/updates";
import { busOf, parseKernelLog } from "../../../../worker/agent/probes/xid";
import { establishedPorts, isMiner } from "../../../../worker/agent/load/mining";

const FULL = FIELD_SETS[0] ?? [];
const GPU = "GPU-5f1c1f6e-0000-0000-0000-000000000001";

describe("nvidia-smi", () => {
  test("a full line", () => {
    expect(parseGpus(`0, ${GPU}, NVIDIA RTX A5000, 00000000:2B:00.0, 24564, 1024, 37, 0, No\n`, FULL)).toEqual([
      {
        index: 0,
        uuid: GPU,
        name: "NVIDIA RTX A5000",
        pci: "0000:2b:00",
        memoryTotalMb: 24564,
        memoryUsedMb: 1024,
        busyPct: 37,
        uncorrectedEcc: 0,
        retiredPending: false,
        fault: null,
      },
    ]);
  });
  test.each(["N/A", "[N/A]", "[Not Supported]", "[Unknown Error]", ""])("%j is no number", (cell) => {
    const [gpu] = parseGpus(`0, ${GPU}, A100, ${cell}, 81920, ${cell}, ${cell}, ${cell}, ${cell}`, FULL);
    expect(gpu).toMatchObject({
      pci: "",
      memoryTotalMb: 81920,
      memoryUsedMb: null,
      busyPct: null,
      uncorrectedEcc: null,
    });
  });
  test.each(["No devices were found", "", "Unable to determine the device handle for GPU 0000:2B:00.0: Unknown Error"])(
    "%j names no GPU",
    (output) => expect(parseGpus(output, FULL)).toEqual([]),
  );
  test("pending pages and failed remaps are faults", () => {
    expect(parseGpus(`0, ${GPU}, A100, [N/A], 1, 1, 1, 2, Yes`, FULL)[0]).toMatchObject({
      uncorrectedEcc: 2,
      retiredPending: true,
    });
    expect(parseRemaps("00000000:2B:00.0, No, No\n00000000:2C:00.0, Yes, [N/A]\n[N/A], 0, 1")).toEqual([
      { pci: "0000:2b:00", pending: false, failed: false },
      { pci: "0000:2c:00", pending: true, failed: false },
      { pci: "", pending: false, failed: true },
    ]);
  });
  const [STATE, , REASONS_ONLY] = SLOW_FIELD_SETS as [string[], string[], string[]];
  test("reasons for a slow GPU, and none if a device reports none", () => {
    expect(parseSlow(`${GPU}, Not Active, Active, [N/A], [Not Supported]\nbroken, Active`, REASONS_ONLY)).toMatchObject(
      [{ uuid: GPU, reasons: ["sw_thermal_slowdown"], tempC: null, correctedEcc: null }],
    );
  });
  test("how a GPU runs is read with the reasons; an unknown figure costs only itself", () => {
    expect(parseSlow(`${GPU}, Not Active, Not Active, Not Active, Active, 71, 398.42, 1410, 12`, STATE)).toEqual([
      { uuid: GPU, reasons: ["sw_power_cap"], tempC: 71, powerW: 398.42, clockMhz: 1410, correctedEcc: 12 },
    ]);
    expect(parseSlow(`${GPU}, [N/A], [N/A], [N/A], [N/A], 33, [N/A], [Unknown Error], -1`, STATE)[0]).toMatchObject({
      reasons: [],
      tempC: 33,
      powerW: null,
      clockMhz: null,
      correctedEcc: null,
    });
  });
  test("errors of NVLinks are summed by GPU", () => {
    const output = `GPU 0: NVIDIA H100 80GB HBM3 (UUID: ${GPU})
\t Link 0: Replay Errors: 2
\t Link 0: Recovery Errors: 0
\t Link 1: CRC Errors: 5
GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-2)
\t Link 0: Replay Errors: 0
GPU 2: NVIDIA H100 PCIe (UUID: GPU-3)
NVML: Unable to retrieve NvLink information`;
    expect([...parseLinkErrors(output)]).toEqual([
      [GPU, 7],
      ["GPU-2", 0],
    ]);
  });
});

test("Xid, SXid and a GPU off its bus are found in the kernel log, among other lines", () => {
  const log = `[    1.000000] Linux version 6.1
[   12.345678] NVRM: Xid (PCI:0000:2b:00): 31, pid=77, name=python, Ch 00000010\u0007
<6>[   13.500000] nvidia-nvswitch3: SXid (PCI:0000:c6:00.0): 20034, Fatal, Link 32 LTSSM Fault Up
NVRM: Xid (PCI:0000:2b:00): 999
[   14.000000] NVRM: GPU at PCI:0000:2c:00: GPU-5f1c
[   15.000000] NVRM: GPU 0000:2c:00.0: GPU has fallen off the bus.
[   16.000000] NVRM: Xid (PCI:garbage): many`;
  expect(parseKernelLog(log)).toEqual([
    { kind: "xid", code: 31, pci: "0000:2b:00", bootS: 12.345678, detail: "pid=77, name=python, Ch 00000010" },
    { kind: "sxid", code: 20034, pci: "0000:c6:00", bootS: 13.5, detail: "Fatal, Link 32 LTSSM Fault Up" },
    { kind: "xid", code: 999, pci: "0000:2b:00", bootS: null, detail: "" },
    { kind: "off-bus", code: 79, pci: "0000:2c:00", bootS: 15, detail: "GPU has fallen off the bus" },
  ]);
});

test.each([
  ["00000000:2B:00.0", "0000:2b:00"],
  ["0000:2b:00", "0000:2b:00"],
  ["2b:00.0", "0000:2b:00"],
  ["[N/A]", ""],
  ["10000:2b:00.0", "10000:2b:00"],
  ["00010000:2B:00.0", "10000:2b:00"],
])("the place on the bus of %j", (given, bus) => expect(busOf(given)).toBe(bus));

test.each([
  ["4: ACTIVE\n", "InfiniBand\n", true],
  ["4: ACTIVE\n", "Ethernet\n", false],
  ["1: DOWN\n", "InfiniBand\n", false],
])("an InfiniBand port in state %j on %j", (state, layer, active) => expect(isActive(state, layer)).toBe(active));

test("updates, in the formats of Ubuntu and apt", () => {
  expect(parseNote("\n12 updates can be applied immediately.\n3 of these updates are security updates.\n")).toBe(12);
  expect(parseNote("")).toBe(0);
  expect(
    parseAptList("Listing...\nbase-files/stable 12.4 amd64 [upgradable from: 12.3]\nbash/stable 5.2 amd64\n"),
  ).toBe(1);
});

test("apt is asked a minute after the start at the earliest, and then once an hour", async () => {
  const runProbe = vi.fn(async () => ({ ok: false, reason: "absent" }));
  vi.doMock("../../../../worker/agent/probes/run", () => ({ runProbe }));
  vi.doMock("node:fs", () => ({ existsSync: () => false }));
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.doUnmock("../../../../worker/agent/probes/run");
    vi.doUnmock("node:fs");
  });
  vi.resetModules();
  const { updatesAvailable } = await import("../../../../worker/agent/probes/updates");
  const askedAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    updatesAvailable();
    return runProbe.mock.calls.length;
  };
  expect([0, 59_000, 2_000, 3_599_000, 2_000].map(askedAfter)).toEqual([0, 0, 1, 1, 2]);
});

test("established connections of the kernel's table", () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1
   1: 0100007F:9C40 0100007F:0D05 01 00000000:00000000 00:00000000 00000000     0        0 222 1`;
  expect(establishedPorts(table)).toEqual([{ port: 3333, inode: "222" }]);
});

test.each([
  ["NVIDIA RTX A5000", "a5000"],
  ["NVIDIA A100-SXM4-80GB", "a100"],
  ["NVIDIA H200", "h200"],
  ["NVIDIA L40S", "l40s"],
  ["NVIDIA GeForce RTX 4090", "4090"],
  ["", ""],
  ["NVIDIA A100-3-20C", ""],
  ["NVIDIA A40-48Q", ""],
  ["NVIDIA GB10", "gb10"],
  ["NVIDIA GeForce RTX 3080", ""],
])("the GPU type of %j", (name, type) => expect(gpuTypeOf(name)).toBe(type));

test.each([
  ["NVIDIA L4", 23_034, "l4"],
  ["Tesla T4", 15_109, "t4"],
  ["Tesla P4", 7_611, "p4"],
  ["NVIDIA TITAN RTX", 24_576, "titan-rtx"],
  ["NVIDIA L40", 46_068, "l40"],
  ["NVIDIA L40S", 46_068, "l40s"],
  ["NVIDIA RTX PRO 6000 Blackwell Server Edition", 97_887, "rtx-pro-6000-server"],
  ["NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", 97_887, "rtx-pro-6000-max-q"],
  ["NVIDIA RTX 6000 Ada Generation", 49_140, "rtx-6000-ada"],
  ["NVIDIA RTX A6000", 49_140, "a6000"],
  ["Quadro RTX 6000", 23_040, "quadro-rtx-6000"],
  ["NVIDIA A100-SXM4-40GB", 40_536, "a100-40"],
  ["A100-SXM4-40GB", 40_960, "a100-40"],
  ["NVIDIA A100 80GB PCIe", 81_920, "a100-pcie"],
  ["NVIDIA H100 80GB HBM3", 81_559, "h100"],
  ["NVIDIA H100 PCIe", 81_559, "h100-pcie"],
  ["NVIDIA H100 NVL", 95_830, "h100-nvl"],
  ["NVIDIA H200", 143_771, "h200"],
  ["NVIDIA B200", 183_359, "b200"],
  ["NVIDIA GB200", 189_471, "gb200"],
  ["NVIDIA GeForce RTX 3080", 10_240, "3080"],
  ["NVIDIA GeForce RTX 3080", 12_288, "3080-12"],
  ["NVIDIA GeForce RTX 3080 Ti", 12_288, "3080-ti"],
  ["NVIDIA GeForce RTX 4090", 49_140, ""],
])("the GPU type of %j with %i MiB is %j", (name, memory, type) => expect(gpuTypeOf(name, memory)).toBe(type));

test("each card of the list is found by its name and memory, of which a driver keeps a part", () => {
  for (const { type, gb, name } of GPU_CARDS) expect(gpuTypeOf(`NVIDIA ${name}`, gb * 1024 * 0.94)).toBe(type);
});

test("no two cards of the list are one type, and a machine with two cards has none", () => {
  const types = GPU_CARDS.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  expect(types.filter((type) => !/^[a-z0-9][a-z0-9-]{0,31}$/.test(type))).toEqual([]);
  const [l4, t4] = [
    { name: "NVIDIA L4", memoryTotalMb: 23_034 },
    { name: "Tesla T4", memoryTotalMb: 15_109 },
  ];
  expect([commonTypeOf([l4, l4]), commonTypeOf([l4, t4]), commonTypeOf([])]).toEqual(["l4", "", ""]);
});

test.each([
  ["[GPU is lost]", "lost"],
  ["GPU is lost", "lost"],
  ["[GPU requires reset]", "reset"],
  ["GPU requires reset", "reset"],
  ["[Reset Required]", "reset"],
  ["[GPU requires restart]", "reset"],
  ["[N/A]", null],
  ["[Not Supported]", null],
  ["[Unknown Error]", "unread"],
  ["[Insufficient Permissions]", null],
  ["ERR!", "unread"],
])("a cell %j means that the GPU is %j", (cell, fault) => {
  const row = `1, ${GPU}, NVIDIA A100-SXM4-80GB, 00000000:41:00.0, ${[1, 2, 3, 4, 5].map(() => cell).join(", ")}\r\n`;
  const gpus = parseGpus(row, FULL);
  expect(gpus).toMatchObject([{ fault, busyPct: null, memoryUsedMb: null }]);
  const found = judgeGpus({ gpus, remaps: [], outcome: "answered", warning: null }, [GPU]);
  const expected = { name: `gpu-${fault}`, severity: "critical", gpu: GPU, gpu_id: 0 };
  expect(found).toMatchObject(fault === null ? [] : [expected]);
});

test.each(["[N/A]", "[Not Supported]", "N/A"])(
  "a figure that its kind of card does not have, %j, is no answer of a GPU that gives errors",
  (none) => {
    const gpu = (figures: string) => parseGpus(`1, ${GPU}, NVIDIA H100 PCIe, 00000000:41:00.0, ${figures}\n`, FULL);
    // Cards since 2020 retire no pages, and those for games count no errors.
    const error = "[Unknown Error]";
    expect(gpu([error, error, error, error, none].join(", "))).toMatchObject([{ fault: "unread" }]);
    expect(gpu([error, error, error, none, none].join(", "))).toMatchObject([{ fault: "unread" }]);
    expect(gpu([error, error, none, none, none].join(", "))).toMatchObject([{ fault: null }]);
  },
);

test("a GPU that answers only some figures with an error works", () => {
  const row = `1, ${GPU}, NVIDIA A100-SXM4-80GB, 00000000:41:00.0, 81920, 10, [Unknown Error], ERR!, [Unknown Error]\r\n`;
  expect(parseGpus(row, FULL)).toMatchObject([{ fault: null, busyPct: null, memoryTotalMb: 81_920 }]);
});

/** NVML's texts for a missing figure, a counter that overflowed, and figures of no GPU. */
const ODD = ["18446744073709551615", "9223372036854775807", "4294967295", "2147483648", "-1", "101", "1e400", "0x7f"];

test.each(ODD)("a figure %j of one GPU loses no report of its node", (odd) => {
  const row = `1, ${GPU}, NVIDIA A100-SXM4-80GB, 00000000:41:00.0, ${odd}, ${odd}, ${odd}, ${odd}, No\n`;
  const gpus = parseGpus(row, FULL);
  const [{ busyPct, memoryUsedMb } = { busyPct: -1, memoryUsedMb: -1 }] = gpus;
  const load = { placement_id: randomUUID(), gpu_busy: [busyPct], gpu_mem_mb: [memoryUsedMb], cpu_pct: 0, mem_mb: 0 };
  expect(loadSchema.safeParse({ ts: 0, samples: [load] }).success).toBe(true);
  const file = join(mkdtempSync(join(tmpdir(), "millrace-odd-")), "findings.json");
  const book = new FindingBook({ file, bootId: "b", windows: { eventS: 60, conditionS: 60 } });
  const twins = [GPU, `${GPU}0`].flatMap((uuid) => gpus.map((gpu) => ({ ...gpu, uuid })));
  book.setConditions(
    "gpus",
    judgeGpus({ gpus: twins, remaps: [], outcome: "answered", warning: null }, [GPU, `${GPU}0`]),
    1,
  );
  expect(findingsSchema.safeParse(book.list(1)).success).toBe(true);
  expect(countErrors(book.list(1))).toBeLessThanOrEqual(2_147_483_647);
});

test("the number of a device file, from the driver's page of its GPU", () => {
  const page = `Model: \t\t NVIDIA H200\nGPU UUID: \t ${GPU}\nDevice Minor: \t 3\n`;
  expect(parseMinor(page)).toEqual({ uuid: GPU, minor: 3 });
  expect(parseMinor("Model: NVIDIA H200\n")).toBeNull();
});

test.each([
  ["xmrig", true],
  ["T-Rex-0.26", true],
  ["python3", false],
])("%j is a miner: %s", (name, expected) => expect(isMiner(name)).toBe(expected));
