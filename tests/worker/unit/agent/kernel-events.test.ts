import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir, uptime } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FindingBook } from "../../../../worker/agent/health/finding-book";
import { fileWatch, takeKernelLog } from "../../../../worker/agent/health/watch-kernel";

const GPUS: Record<string, number> = { "0000:02:00": 0, "0000:03:00": 1, "10000:02:00": 2 };
const gpuAt = (pci: string) => {
  const id = GPUS[pci];
  return id === undefined ? null : { gpu: `GPU-${id}`, gpu_id: id };
};
const aDir = () => mkdtempSync(join(tmpdir(), "millrace-kernel-"));
/** The logs' times count from the boot of this machine, which may have been up for days. */
const EVENT_S = uptime() + 86_400;
const aWatch = (file = join(aDir(), "findings.json")) => ({
  book: new FindingBook({ file, bootId: "boot", windows: { eventS: EVENT_S, conditionS: 600 } }),
  gpuAt,
});
const nowTs = () => Math.floor(Date.now() / 1000);
const told = ({ book }: ReturnType<typeof aWatch>) =>
  book.list(nowTs()).map(({ name, gpu_id, severity, action, count }) => [name, gpu_id, severity, action, count]);

/** Findings after each of these parts of a log was read, with all parts before it. */
function after(...parts: string[]) {
  const watch = aWatch();
  for (let read = 1; read <= parts.length; read += 1) takeKernelLog(parts.slice(0, read).join(""), watch);
  return told(watch);
}

const SXID = (time: string, pci: string, word = "Fatal", severity = 1) => `\
[${time}01] nvidia-nvswitch2: SXid (PCI:${pci}): 20034, ${word}, Link 30 LTSSM Fault Up
[${time}02] nvidia-nvswitch2: SXid (PCI:${pci}): 20034, Severity ${severity} Engine instance 30 Sub-engine instance 00
[${time}03] nvidia-nvswitch2: SXid (PCI:${pci}): 20034, Data {0x1e, 0x1e, 0x0}
`;
const OFF = (pci: string) => `\
NVRM: The NVIDIA GPU ${pci}
               NVRM: (PCI ID: 10de:26b5) installed in this system has
               NVRM: fallen off the bus and is not responding to commands.
`;
const LOST = (gpu: number | null, count = 1) => ["xid-79", gpu, "critical", "reboot", count];

describe("An NVSwitch's error of three lines", () => {
  test("is one event, as severe as its first line", () => {
    expect(after(SXID("7.0000", "0000:8a:00.0"))).toEqual([["sxid-20034", null, "critical", "reboot", 1]]);
    expect(after(SXID("7.0000", "0000:8a:00.0", "Non-fatal", 0))).toEqual([
      ["sxid-20034", null, "warning", "watch", 1],
    ]);
  });

  test("stays critical when it is read in parts, when another switch has a lesser one, and when a lesser one follows", () => {
    const lines = SXID("7.0000", "0000:8a:00.0").split(/(?<=\n)/);
    expect(after(...lines)).toEqual([["sxid-20034", null, "critical", "reboot", 1]]);
    const other = SXID("8.0000", "0000:8b:00.0", "Non-fatal", 0);
    const later = SXID("99.0000", "0000:8a:00.0", "Non-fatal", 0);
    expect(after(...lines, other)).toEqual([["sxid-20034", null, "critical", "reboot", 2]]);
    expect(after(...lines, other, later)).toEqual([["sxid-20034", null, "critical", "reboot", 3]]);
    expect(after(other, ...lines)).toEqual([["sxid-20034", null, "critical", "reboot", 2]]);
  });

  test("is fatal by its second line if the first has left the log", () => {
    const [, second = "", third = ""] = SXID("7.0000", "0000:8a:00.0").split(/(?<=\n)/);
    expect(after(second + third)).toEqual([["sxid-20034", null, "critical", "reboot", 1]]);
  });

  test("names its switch, and is cleared for all of its name", () => {
    const watch = aWatch();
    takeKernelLog(SXID("7.0000", "0000:8a:00.0") + SXID("8.0000", "0000:8b:00.0", "Non-fatal", 0), watch);
    const [finding] = watch.book.list(nowTs());
    expect(finding?.text).toBe("SXid 20034 of the switch at 0000:8a:00, Fatal, Link 30 LTSSM Fault Up");
    watch.book.clear([{ name: "sxid-20034", gpu: "", last_ts: finding?.last_ts ?? 0 }]);
    expect(told(watch)).toEqual([]);
  });

  test("without times is one event as well", () => {
    const untimed = SXID("7.0000", "0000:8a:00.0").replaceAll(/^\[[^\]]*\] /gm, "");
    expect(after(untimed)).toEqual([["sxid-20034", null, "critical", "reboot", 1]]);
  });
});

describe("A GPU that has fallen off the bus", () => {
  test.each([
    ["three lines", `[7.1] ${OFF("0000:02:00.0")}`],
    ["three lines that are each their own", `[7.1] ${OFF("0000:02:00.0").replaceAll(/^ +/gm, "[7.2] ")}`],
    [
      "three lines of rsyslog",
      `Nov 25 host kernel: [ 7.1] ${OFF("0000:02:00.0").trim().replaceAll(/\n */g, "#012")}\n`,
    ],
    ["three lines with the caller", `[    7.100000][ T1234] ${OFF("0000:02:00.0")}`],
    ["three lines without times", OFF("0000:02:00.0")],
    ["lines that end otherwise", `[7.1] ${OFF("0000:02:00.0")}`.replaceAll("\n", "\r\n")],
    ["a wide domain in capitals", `[7.1] ${OFF("00000000:02:00.0")}`],
    [
      "two lines",
      "[7.1] NVRM: The NVIDIA GPU 0000:02:00.0 (PCI ID: 10de:1e07) installed in this\nNVRM: system has fallen off the bus.\n",
    ],
    ["one line", "[7.1] NVRM: The NVIDIA GPU 0000:02:00.0 installed in this system has fallen off the bus.\n"],
    ["the driver's own line", "[7.1] NVRM: GPU 0000:02:00.0: GPU has fallen off the bus.\n"],
    ["another of its lines", "[7.1] NVRM: GPU at PCI:0000:02:00 has fallen off the bus.\n"],
    ["a line with the driver's own number", "[7.1] NVRM: GPU3 at PCI:0000:02:00 has fallen off the bus.\n"],
    ["an Xid", "[7.1] NVRM: Xid (PCI:0000:02:00): 79, pid=1, GPU has fallen off the bus.\n"],
    ["an Xid of an old driver", "[7.1] NVRM: Xid (0000:02:00): 79, GPU has fallen off the bus.\n"],
    ["an Xid of a part of it", "[7.1] NVRM: Xid (PCI:0000:02:00 GPU-I:05 GPU-CI:01): 79, pid=1, name=a, gone\n"],
    [
      "an Xid that its line follows",
      "[7.100001] NVRM: Xid (PCI:0000:02:00): 79, gone\n[7.100002] NVRM: GPU 0000:02:00.0: GPU has fallen off the bus.\n",
    ],
  ])("is that GPU once, by %s", (_how, log) => expect(after(log)).toEqual([LOST(0)]));

  test("is recognized whichever of its lines a read ends with, whatever is between them", () => {
    const lines = `[7.1] ${OFF("0000:02:00.0")}`.split(/(?<=\n)/);
    expect(after(...lines)).toEqual([LOST(0)]);
    const [first = "", ...rest] = lines;
    const between = "[7.4] NVRM: Xid (PCI:0000:03:00): 31, pid=7, name=python3\n";
    const own = ["xid-31", 1, "info", "customer", 1];
    expect(after(first, between, ...rest)).toEqual([LOST(0), own]);
    expect(after(first + between, rest.join(""))).toEqual([LOST(0), own]);
  });

  test.each([
    ["installed in this system requires use of the NVIDIA open kernel modules."],
    ["installed in this system is not supported by the NVIDIA 580.82.07 driver release."],
    ["installed in this system has something to say that no release has said before."],
  ])("is not concluded from another message about a GPU: %s", (text) => {
    const before = `[7.1] NVRM: The NVIDIA GPU 0000:02:00.0 (PCI ID: 10de:1b06)\nNVRM: ${text}\n`;
    expect(after(`${before}[7.2] ${OFF("0000:03:00.0")}`)).toEqual([LOST(1)]);
  });

  test("is one of two that fall at once, and none that the driver does not support", () => {
    const [one = "", two = "", three = ""] = OFF("0000:02:00.0").split(/(?<=\n)/);
    const [other = ""] = OFF("0000:03:00.0").split(/(?<=\n)/);
    expect(after(one, other, two, two, three, three)).toEqual([LOST(0), LOST(1)]);
    const old =
      "NVRM: The NVIDIA GPU 0000:03:00.0 (PCI ID: 10de:1180)\nNVRM: installed in this system is not supported by the\n";
    expect(after(old + OFF("0000:02:00.0"))).toEqual([LOST(0)]);
  });

  test("is reported for the node if no GPU of it is there, each place separately", () => {
    expect(after(OFF("0000:77:00.0"), OFF("0000:78:00.0"))).toEqual([LOST(null, 2)]);
    expect(after("[7.1] NVRM: GPU has fallen off the bus.\n")).toEqual([LOST(null)]);
    expect(after(`[7.1] ${OFF("10000:02:00.0")}`)).toEqual([LOST(2)]);
  });
});

test("An event is no older than the last look at the log, however far the kernel's clock has drifted", () => {
  const watch = aWatch();
  const line = (agoS: number, pci: string) =>
    `[${(uptime() - agoS).toFixed(6)}] NVRM: Xid (PCI:${pci}): 79, GPU has fallen off the bus.\n`;
  const before = line(20, "0000:02:00");
  takeKernelLog(before, watch);
  const lookedTs = nowTs();
  takeKernelLog(before + line(10, "0000:03:00"), watch);
  const [first, second] = watch.book.list(nowTs());
  expect(first?.last_ts).toBeLessThanOrEqual(lookedTs - 19);
  expect(second?.last_ts).toBeGreaterThanOrEqual(lookedTs - 1);
});

describe("The driver's memory manager that has given up", () => {
  const GIVEN_UP = (time: string) =>
    `[${time}] NVRM: nvGpuOpsReportFatalError: uvm encountered global fatal error 0x60, requiring os reboot to recover.\n`;

  test("keeps tasks from the node until it is rebooted, also without an Xid", () => {
    expect(after(GIVEN_UP("7.1"))).toEqual([["uvm-fatal", null, "critical", "reboot", 1]]);
  });

  test("is why programs on every GPU fail after it", () => {
    const end = "[20.5] NVRM: Xid (PCI:0000:03:00): 31, pid=7, name=python3, MMU Fault\n";
    expect(after(GIVEN_UP("7.1") + end)).toContainEqual(["xid-31", 1, "critical", "reboot", 1]);
  });
});

describe("The end of a program", () => {
  const ended = (code: number, more = "") =>
    `[90.500000] NVRM: Xid (PCI:0000:02:00): ${code}, pid=7, name=python3, Ch 00000001${more}\n`;
  const before = (time: string, line: string) => `[${time}] NVRM: Xid (PCI:0000:02:00): ${line}\n`;
  const of45 = (log: string, gpu = 0) => after(log).find(([name, id]) => name === "xid-45" && id === gpu);

  test.each([
    [" caused by previous Xid 149", "critical", "reboot"],
    [" caused by previous Xid 79", "critical", "reboot"],
    [" caused by previous Xid 63.", "warning", "watch"],
    [" caused by previous Xid 31", "info", "customer"],
    [" caused by previous Xid 0", "info", "customer"],
    ["", "info", "customer"],
  ])("is judged by its stated cause, as 45%s is %s: %s", (more, severity, action) =>
    expect(of45(ended(45, more))).toEqual(["xid-45", 0, severity, action, 1]),
  );

  test("inherits the cause's verdict", () => {
    const fatal = before("90.4", "149, NETIR_LINK_EVT Fatal XC0 i0 Link 08 (0x0)");
    const less = before("90.4", "149, NETIR_LINK_EVT Nonfatal XC0 i0 Link 08 (0x0)");
    expect(of45(fatal + ended(45, " caused by previous Xid 149"))?.[2]).toBe("critical");
    expect(of45(less + ended(45, " caused by previous Xid 149"))?.[2]).toBe("warning");
  });

  test.each([
    ["a graver one of that GPU shortly before", before("80.0", "48, DBE"), "critical"],
    ["a fatal error of a switch between the GPUs", SXID("80.0000", "0000:8a:00.0"), "critical"],
    ["one that is only watched", before("80.0", "63, Row Remapper"), "warning"],
    ["one of the customer's own", before("80.0", "31, pid=7"), "info"],
    ["one of long before", before("40.0", "48, DBE"), "info"],
    ["one of another GPU", "[80.0] NVRM: Xid (PCI:0000:03:00): 48, DBE\n", "info"],
    ["one that comes after it", "", "info"],
  ])("follows from %s", (_what, log, severity) => {
    expect(of45(log + ended(45) + (log === "" ? before("91.0", "48, DBE") : ""))?.[2]).toBe(severity);
  });

  test("names its cause, and is not weakened by its further lines", () => {
    const watch = aWatch();
    takeKernelLog(before("90.4", "79, GPU has fallen off the bus.") + ended(45) + ended(45) + ended(43), watch);
    expect(watch.book.list(nowTs()).map(({ text }) => text)).toEqual([
      "Xid 79, GPU has fallen off the bus",
      "Xid 45, a program's channel was removed, after Xid 79",
      "Xid 43, GPU stopped processing a program, after Xid 79",
    ]);
    const later = ended(45).replace("90.5", "9990.5");
    expect(of45(before("90.4", "79, gone") + ended(45) + later)).toEqual(["xid-45", 0, "critical", "reboot", 2]);
  });
});

describe("Lines of one moment", () => {
  const xid = (time: string, code: number, detail: string) =>
    `[${time}] NVRM: Xid (PCI:0000:02:00): ${code}, ${detail}\n`;

  test("are all read, also when a read ends between them or they are out of order", () => {
    expect(after(xid("5.0", 63, "a"), xid("5.0", 79, "b"), xid("4.999999", 95, "c"))).toEqual([
      LOST(0),
      ["xid-95", 0, "critical", "reboot", 1],
      ["xid-63", 0, "warning", "watch", 1],
    ]);
  });

  test("are one occurrence, as severe as the worst of them", () => {
    const links = ["Fatal", "Nonfatal", "Nonfatal"].map((word, at) =>
      xid(`5.00000${at}`, 149, `NETIR ${word} Link ${at}`),
    );
    expect(after(...links)).toEqual([["xid-149", 0, "critical", "reboot", 1]]);
    expect(after(...links.toReversed())).toEqual([["xid-149", 0, "critical", "reboot", 1]]);
    const rows = Array.from({ length: 5 }, (_, at) => xid(`5.00000${at}`, 92, "high rate"));
    expect(after(...rows)).toEqual([["xid-92", 0, "warning", "watch", 1]]);
    expect(after(xid("5.1", 92, ""), xid("5.2", 92, ""), xid("5.3", 92, ""))).toEqual([
      ["xid-92", 0, "critical", "inspect", 3],
    ]);
  });

  test("that are half written are read when they are complete, and none twice after a restart", () => {
    const file = join(aDir(), "kernel.log");
    const findings = join(aDir(), "findings.json");
    const watch = aWatch(findings);
    const look = fileWatch(file, watch);
    look();
    writeFileSync(file, "[5.0] NVRM: Xid (PCI:0000:02:00): 7");
    look();
    expect(told(watch)).toEqual([]);
    writeFileSync(file, `${readFileSync(file, "utf8")}9, gone\n`);
    look();
    expect(told(watch)).toEqual([LOST(0)]);
    const again = aWatch(findings);
    fileWatch(file, again)();
    expect(told(again)).toEqual([LOST(0)]);
  });
});

test("a program's name is not a message of the driver: it makes no machine faulty", () => {
  const named = (name: string) => `[7.1] NVRM: Xid (PCI:0000:02:00): 31, pid=7, name=${name}, Ch 00000010, intr 0\n`;
  for (const name of ["SXid (): 1fatal", "SXid (0): 79", "x Xid (0): 79"])
    expect(after(named(name))).toEqual([["xid-31", 0, "info", "customer", 1]]);
  for (const name of ["fatal", "x, fatal", "a,fatal,b"])
    expect(after(named(name).replace("31,", "999,"))).toEqual([["xid-999", 0, "info", "watch", 1]]);
  expect(after(named("x").replace("31,", "999,").replace("Ch", "ABC Fatal"))).toEqual([
    ["xid-999", 0, "critical", "reboot", 1],
  ]);
  expect(after("[7.1] SXid (): 1fatal[77]: segfault at 0 ip 0 sp 0 error 4\n")).toEqual([]);
});

test.each(["a\rb", "a\u2028b", "a\nb", "\n", "a, b\n, c", "\nfatal, b"])(
  "a program's name %j in the driver's message hides nothing of it",
  (name) => {
    const xid = (code: number, detail: string) =>
      `[7.${code}] NVRM: Xid (PCI:0000:02:00): ${code}, pid=7, name=${name}, ${detail}\n`;
    expect(after(xid(119, "Timeout after 6s of waiting for RPC response"))).toEqual([
      ["xid-119", 0, "critical", "reboot", 1],
    ]);
    expect(after(xid(149, "NETIR_LINK_EVT Fatal XC0 i0 Link 08"))).toEqual([["xid-149", 0, "critical", "reboot", 1]]);
    expect(after(xid(149, "NETIR_LINK_EVT Nonfatal XC0 i0 Link 08"))).toEqual([["xid-149", 0, "warning", "watch", 1]]);
  },
);

describe("The kernel names a crashed program and its file, which may look like a driver's message", () => {
  const XID_79 = "NVRM: Xid (PCI:0000:02:00): 79, gone";
  const OFF_BUS = "NVRM: GPU 0000:02:00.0: GPU has fallen off the bus.";
  const FATAL = "nvidia-nvswitch0: SXid (PCI:0000:8a:00.0): 20034, Fatal, x";
  const lines = (name: string) => [
    `[    7.100000] a[77]: segfault at 0 ip 0 sp 0 error 6 in ${name}[401000+1000] likely on CPU 3 (core 3, socket 0)\n`,
    `[    7.100000] traps: a[77] general protection fault ip:4 sp:7 error:0 in ${name}[401000+1000]\n`,
    `[    7.100000][ T1234] process 'tmp/${name}' started with executable stack\n`,
    `Nov 25 12:00:00 host kernel: [    7.100000] a[77]: segfault at 0 ip 0 sp 0 error 6 in ${name}[401000+1000]\n`,
  ];

  test.each([XID_79, OFF_BUS, FATAL, `[7.1] ${XID_79}`, `kernel: [7.1] ${XID_79}`])("in one line: %s", (name) => {
    for (const line of lines(name)) expect(after(line)).toEqual([]);
  });

  test.each([XID_79, OFF_BUS, FATAL])("over several lines: %s", (said) => {
    for (const end of [
      "\n               ",
      "\n               [    7.200000] ",
      "\n",
      "#012",
      "#012[    7.200000] ",
      "\\x0a",
      "\n[    7.100000] ",
    ])
      for (const line of lines(`a${end}${said}`)) expect(after(line)).toEqual([]);
  });

  test("and does not hide the driver's next messages", () => {
    for (const line of lines("a\nb")) expect(after(`${line}[    7.100001] ${XID_79}\n`)).toEqual([LOST(0)]);
  });
});

test.each(["[    7.100000][ T1234]", "[    7.100000] [   T1234]", "[    7.100000]"])(
  "times are read from %j",
  (time) => {
    const old = "[    1.000000] NVRM: Xid (PCI:0000:02:00): 92, gone\n";
    expect(
      after(`${old}${time} NVRM: Xid (PCI:0000:02:00): 92, gone\n${time} NVRM: Xid (PCI:0000:02:00): 92, gone\n`),
    ).toEqual([["xid-92", 0, "warning", "watch", 2]]);
  },
);

// Seen with driver 580.159.04 and an H100; the serial number is changed.
test("A page fault that a program causes is one event of its GPU, whatever is said of the board before", () => {
  const lines = `\
[   57.251811] NVRM: GPU at PCI:0000:02:00: GPU-ceb42286-33bc-b2aa-c331-2a4bf9e75105
[   57.251822] NVRM: GPU Board Serial Number: 1234567890123
[   57.251824] NVRM: Xid (PCI:0000:02:00): 31, pid=956, name=fault, channel 0x0000000a, intr 00000000. MMU Fault: ENGINE GRAPHICS GPC1 GPCCLIENT_T1_8 faulted @ 0x70_00000000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_WRITE
`;
  expect(after(lines)).toEqual([["xid-31", 0, "info", "customer", 1]]);
  expect(after(...lines.split(/(?<=\n)/))).toEqual([["xid-31", 0, "info", "customer", 1]]);
});
