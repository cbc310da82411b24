import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir, uptime } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findingsSchema } from "~/fleet/agent-findings";
import { countErrors, FindingBook, WHOLE_NODE } from "../../../../worker/agent/health/finding-book";
import { judgeEvent, XID_LISTS } from "../../../../worker/agent/health/judge-event";
import { judgeGpus, judgeSilence, judgeSlow } from "../../../../worker/agent/health/judge-gpus";
import { takeKernelLog } from "../../../../worker/agent/health/watch-kernel";
import { judgeRoom } from "../../../../worker/agent/probes/disk";
import type { KernelEvent } from "../../../../worker/agent/probes/xid";

const windows = { eventS: 86_400, conditionS: 600 };
const aFile = () => join(mkdtempSync(join(tmpdir(), "millrace-findings-")), "findings.json");
const aBook = (file = aFile(), bootId = "boot-1") => new FindingBook({ file, bootId, windows });
const GPU = { gpu: "GPU-1", gpu_id: 3 };
const xid = (code: number, detail = "pid=1"): KernelEvent => ({
  kind: "xid",
  code,
  pci: "0000:04:00",
  bootS: 1,
  detail,
});

test.each([
  ["ahead by ten years", 10 * 365 * 86_400],
  ["back by a day", -86_400],
])("a clock that is set %s ends no finding and keeps none for longer, also across agents", (_what, jumpS) => {
  const file = aFile();
  let upS = 100;
  const START_TS = 1_600_000_000;
  const aWatch = () => new FindingBook({ file, bootId: "boot-1", windows, upS: () => upS });
  let book = aWatch();
  book.list(START_TS);
  book.addEvent(judgeEvent(xid(64), 1), { on: GPU, device: "0000:04:00", atTs: START_TS, bootS: 100 });
  book.setConditions("gpus", [{ name: "hot", severity: "warning", action: "inspect", text: "", ...GPU }], START_TS);
  book.save();
  expect(book.list(START_TS + jumpS)).toMatchObject([
    { name: "xid-64", first_ts: START_TS + jumpS, last_ts: START_TS + jumpS },
    { name: "hot", last_ts: START_TS + jumpS },
  ]);
  // The file as it was before the clock was set.
  book = aWatch();
  upS += windows.eventS - 10;
  expect(book.list(START_TS + jumpS + windows.eventS - 10)).toMatchObject([{ name: "xid-64" }]);
  upS += 20;
  expect(book.list(START_TS + jumpS + windows.eventS + 10)).toEqual([]);
});

describe("The driver's messages about a GPU", () => {
  test.each([
    [79, "critical", "reboot"],
    [48, "critical", "reboot"],
    [64, "critical", "inspect"],
    [63, "warning", "watch"],
    [94, "warning", "watch"],
    [13, "info", "customer"],
    [31, "info", "customer"],
    [43, "info", "customer"],
    [45, "info", "customer"],
  ])("Xid %i is %s: %s", (code, severity, action) => {
    expect(judgeEvent(xid(code), 1)).toMatchObject({ name: `xid-${code}`, severity, action });
  });

  test("a code to watch keeps tasks away when it repeats", () => {
    expect([1, 2, 3].map((times) => judgeEvent(xid(92), times).severity)).toEqual(["warning", "warning", "critical"]);
  });

  test("the meaning of a code is a setting", () => {
    const lists = { ...XID_LISTS, reboot: [31], customer: [79] };
    expect([31, 79].map((code) => judgeEvent(xid(code), 1, lists).action)).toEqual(["reboot", "customer"]);
  });

  test("a driver that requests a reset itself is believed, and so is a switch that calls its error fatal", () => {
    const asked = (detail: string) => judgeEvent(xid(154, detail), 1);
    expect(asked("GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required)").severity).toBe(
      "critical",
    );
    expect(asked("GPU recovery action changed from 0x2 (Node Reboot Required) to 0x0 (None)").severity).toBe("info");
    const sxid = (detail: string) => judgeEvent({ ...xid(20034, detail), kind: "sxid" }, 1);
    expect(sxid("Fatal, Link 32 LTSSM Fault Up")).toMatchObject({ name: "sxid-20034", severity: "critical" });
    expect(sxid("Non-fatal, Link 32").severity).toBe("warning");
  });
});

describe("The faults of a node", () => {
  const watch = (book: FindingBook) => ({ book, gpuAt: (pci: string) => (pci === "0000:04:00" ? GPU : null) });
  /** A time of the log, some seconds from now: this machine may have been up for longer than an event counts. */
  const at = (second: number) => Math.floor(uptime()) + second;
  const LOG = `[ ${at(5)}.5] NVRM: Xid (PCI:0000:04:00): 79, pid=1, GPU has fallen off the bus.\n`;
  const now = () => Math.floor(Date.now() / 1000);

  test("an event is reported for its GPU, counted once however often the log is read, even by a new agent", () => {
    const file = aFile();
    const book = aBook(file);
    takeKernelLog(LOG, watch(book));
    takeKernelLog(LOG, watch(book));
    const again = aBook(file);
    takeKernelLog(LOG, watch(again));
    for (const one of [book, again]) {
      expect(one.list(now())).toMatchObject([{ name: "xid-79", ...GPU, count: 1, severity: "critical" }]);
      expect(countErrors(one.list(now()))).toBe(1);
    }
    takeKernelLog(
      `${LOG}[ ${at(9)}.5] NVRM: Xid (PCI:0000:04:00): 79, pid=2\n[ ${at(9)}.6] NVRM: Xid (PCI:0000:99:00): 31\n`,
      watch(again),
    );
    expect(again.list(now())).toMatchObject([
      { name: "xid-79", count: 2 },
      { name: "xid-31", ...WHOLE_NODE },
    ]);
    expect(findingsSchema.safeParse(again.list(now())).success).toBe(true);
  });

  test.each([16, -1, 1.5, "0"])(
    "a GPU's id that no node has (%s) leaves the finding and its report as they are",
    (id) => {
      const finding = { name: "xid-79", severity: "critical", gpu: "GPU-1" };
      expect(findingsSchema.parse([{ ...finding, gpu_id: id }])).toMatchObject([{ ...finding, gpu_id: null }]);
    },
  );

  test("a number that no driver has is not an event, and does not affect a report", () => {
    const book = aBook(aFile());
    takeKernelLog(`[ 5.5] NVRM: Xid (PCI:0000:04:00): ${"7".repeat(30)}, x\n`, watch(book));
    expect(book.list(now())).toEqual([]);
  });

  test("a reboot clears findings that it fixes; findings to inspect stay until their window has passed", () => {
    const file = aFile();
    const book = aBook(file);
    book.addEvent(judgeEvent(xid(79), 1), { on: GPU, atTs: 1000 });
    book.addEvent(judgeEvent(xid(64), 1), { on: GPU, atTs: 1000 });
    book.save();
    const names = (one: FindingBook, nowTs: number) => one.list(nowTs).map(({ name }) => name);
    expect(names(aBook(file, "boot-2"), 2000)).toEqual(["xid-64"]);
    expect(names(aBook(file, "boot-2"), 1000 + 86_401)).toEqual([]);
    expect(names(aBook(file), 1000 + 86_401)).toEqual(["xid-79"]);
  });

  test("a cleared finding is not reported again until it occurs again", () => {
    const book = aBook();
    const judged = judgeEvent(xid(79), 1);
    book.addEvent(judged, { on: GPU, atTs: 1000 });
    book.clear([{ name: "xid-79", gpu: GPU.gpu, last_ts: 999 }]);
    expect(book.list(1001)).toHaveLength(1);
    book.clear([{ name: "xid-79", gpu: GPU.gpu, last_ts: 1000 }]);
    expect(book.list(1001)).toEqual([]);
    book.addEvent(judged, { on: GPU, atTs: 1005 });
    book.clear([{ name: "xid-79", gpu: GPU.gpu, last_ts: 1000 }]);
    expect(book.list(1006)).toMatchObject([{ count: 1, first_ts: 1005 }]);
  });

  test("a condition is reported while it holds and ten minutes longer, and a recurring one is counted", () => {
    const book = aBook();
    const hot = judgeSlow(
      [{ uuid: GPU.gpu, reasons: ["hw_thermal_slowdown", "sw_thermal_slowdown"] }],
      ["a", "b", "c", GPU.gpu],
    );
    book.setConditions("slow", hot, 1000);
    book.setConditions("slow", [], 1015);
    book.setConditions("slow", hot, 1060);
    expect(book.list(1060)).toMatchObject([
      { name: "thermal-slowdown", ...GPU, count: 2, first_ts: 1000, last_ts: 1060 },
    ]);
    book.setConditions("slow", [], 1075);
    expect(book.list(1660)).toHaveLength(1);
    expect(book.list(1661)).toEqual([]);
  });

  test("within a minute a condition is unchanged, unless it became worse", () => {
    const book = aBook();
    const silent = (times: number, nowTs: number) => {
      book.setConditions("nvidia-smi", judgeSilence("hung", times), nowTs);
      return book.list(nowTs)[0];
    };
    const first = silent(1, 1000);
    expect([silent(2, 1007), silent(0, 1010), silent(1, 1030)]).toEqual([first, first, first]);
    expect(silent(3, 1034)).toMatchObject({ severity: "critical", last_ts: 1034 });
    expect(silent(4, 1094)).toMatchObject({ first_ts: 1000, last_ts: 1094, count: 1 });
  });

  test("a critical condition stays critical for its window when it returns milder", () => {
    const book = aBook();
    book.setConditions("nvidia-smi", judgeSilence("hung", 3), 1000);
    book.setConditions("nvidia-smi", [], 1003);
    book.setConditions("nvidia-smi", judgeSilence("hung", 1), 1100);
    expect(book.list(1600)).toMatchObject([{ severity: "critical", last_ts: 1000 }]);
    expect(book.list(1601)).toEqual([]);
    book.setConditions("nvidia-smi", judgeSilence("hung", 1), 1602);
    expect(book.list(1602)).toMatchObject([{ severity: "warning" }]);
  });

  test("a condition that lasts is not cleared: its node would take tasks until it is looked at again", () => {
    const book = aBook();
    const missing = judgeGpus({ gpus: [], remaps: [], outcome: "answered", warning: null }, [GPU.gpu]);
    book.setConditions("gpus", missing, 1000);
    const cleared = [{ name: "gpu-missing", gpu: GPU.gpu, last_ts: 1000 }];
    book.clear(cleared);
    expect(countErrors(book.list(1001))).toBe(1);
    book.setConditions("gpus", [], 1003);
    book.clear(cleared);
    expect(book.list(1003)).toEqual([]);
  });

  test("the worse form of a condition that lasts milder is cleared", () => {
    const book = aBook();
    book.setConditions("nvidia-smi", judgeSilence("hung", 3), 1000);
    book.setConditions("nvidia-smi", [], 1003);
    book.setConditions("nvidia-smi", judgeSilence("hung", 1), 1100);
    book.clear([{ name: "nvidia-smi-hung", gpu: "", last_ts: 1000 }]);
    expect(countErrors(book.list(1101))).toBe(0);
    book.setConditions("nvidia-smi", judgeSilence("hung", 1), 1102);
    expect(book.list(1102)).toMatchObject([{ severity: "warning" }]);
  });

  test("a condition ends when its window has passed, even if the clock was set back in between", () => {
    const book = aBook();
    const hung = judgeSilence("hung", 3);
    book.setConditions("nvidia-smi", hung, 100_000);
    book.setConditions("nvidia-smi", hung, 1000);
    book.setConditions("nvidia-smi", [], 1003);
    expect(book.list(1601)).toEqual([]);
  });

  test.each([
    '{"bootId":',
    "null",
    "[]",
    '{"bootId":"b","events":{}}',
    '{"bootId":"b","readToS":1,"readUntimed":0,"events":[null]}',
    '{"bootId":"b","readToS":1,"readUntimed":0,"events":[{"name":"xid-79","gpu":"","last_ts":null}]}',
    '{"bootId":"b","readToS":1,"readUntimed":0,"events":[{"name":79,"gpu":"","last_ts":9}]}',
  ])("a file that was cut, or has another shape, stops no agent and spoils no report: %s", (text) => {
    const file = aFile();
    writeFileSync(file, text);
    expect(findingsSchema.safeParse(aBook(file).list(10)).data).toEqual([]);
  });
});

test("a missing GPU is a separate fault, and a failed query says nothing about it", () => {
  const answered = { gpus: [], remaps: [], outcome: "answered" as const, warning: null };
  expect(judgeGpus(answered, ["GPU-1"])).toMatchObject([
    { name: "gpu-missing", gpu: "GPU-1", gpu_id: 0, severity: "critical" },
  ]);
  expect([1, 2, 3].map((times) => judgeSilence("hung", times)[0]?.severity)).toEqual([
    "warning",
    "warning",
    "critical",
  ]);
  expect(judgeSilence("answered", 0)).toEqual([]);
});

test("a disk is nearly full from 95% on", () => {
  expect(judgeRoom(1000, 51)).toEqual([]);
  expect(judgeRoom(1000, 40)).toMatchObject([{ name: "disk-full", severity: "warning", text: "the disk is 96% full" }]);
  expect(judgeRoom(0, 0)).toEqual([]);
});
