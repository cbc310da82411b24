/** Reads the kernel log's messages about GPUs and NVSwitches: Xid, SXid and a few others of the driver. Pure. */

export interface KernelEvent {
  kind: "xid" | "sxid" | "off-bus" | "uvm";
  code: number;
  /** Bus in the driver's form: `0000:2b:00`; empty if the line names none. */
  pci: string;
  /** Seconds since the boot; null if the kernel writes no times. */
  bootS: number | null;
  detail: string;
}

/** Line break inside a message: `/dev/kmsg` and rsyslog write several lines in one. `dmesg` keeps the newlines. */
const NEWLINE = /#012|\\x0a/;
/** Prefix of a message: level, rsyslog's time and host, the kernel's time, the caller. Further lines are indented. */
const HEAD =
  /^(?:\s+|(?:<\d+>)?(?:(?:[A-Z][a-z]{2} [ \d]?\d(?: [\d:]{8})?|[-\d]{10}T\S+) \S+ kernel: *)?(?:\[ *(\d+\.\d+)\] *)?(?:\[ *[TC]\d+\] *)?)/;
const DRIVER = /^(?:NVRM: |nvidia-nvswitch\d*: )/;
/**
 * A part of a GPU follows its place on the bus: `PCI:0000:66:00 GPU-I:05`. What follows may be the name of a program,
 * with any characters, such as a carriage return.
 */
const XID = /^NVRM: (?:GPU\d* )?Xid \((?:PCI:)?([^)]*)\): (\d{1,10})\b(?:,\s*)?(.*)$/s;
const SXID = /^nvidia-nvswitch\d*: SXid \((?:PCI:)?([^)]*)\): (\d{1,10})\b(?:,\s*)?(.*)$/s;
const GPU = /NVRM: .*?\bGPU\d* (?:at )?(?:PCI:)?((?:[0-9a-f]+:)?[0-9a-f]{2}:[0-9a-f]{2}\b)/i;
const OFF_BUS = /NVRM: .*fallen off the bus/i;
/** The driver's memory manager gives up: programs on every GPU fail until the machine is rebooted. */
const UVM_FATAL = /^NVRM: .*\b(uvm encountered global fatal error.*)/i;
/**
 * Start of a message over several lines, with the GPU that it concerns. It may report something other than a GPU that
 * fell off.
 */
const BEGINS = /NVRM: The NVIDIA GPU /i;
const SAYS_OTHERWISE = /NVRM:(?:.*\binstalled in this)? system (?!has(?:\s*$| fallen))/i;
/** Severity in the first line of an NVSwitch's event; the place follows in later lines. */
const SAYS_HOW_BAD = /^(?:always[ -])?(?:non[-_ ]?)?fatal\b/i;
/** Lines of one event come within this time. */
const ONE_EVENT_S = 1;

/** The events of a kernel log, in the order in which they were complete. */
export function parseKernelLog(text: string): KernelEvent[] {
  const events: KernelEvent[] = [];
  let begun: Pick<KernelEvent, "pci" | "bootS">[] = [];
  for (const { line, bootS } of linesOfDriver(text)) {
    const event = parseNumbered(line, bootS);
    const [, gaveUp] = UVM_FATAL.exec(line) ?? [];
    if (event) {
      if (!continues(events, event)) events.push(event);
    } else if (gaveUp !== undefined) {
      events.push({ kind: "uvm", code: 0, pci: "", bootS, detail: printable(gaveUp) });
    } else if (OFF_BUS.test(line)) {
      begun = begun.filter((one) => areNear(one.bootS, bootS));
      const pci = placeIn(line);
      const first = pci === "" ? begun.shift() : undefined;
      const detail = "GPU has fallen off the bus";
      events.push({ kind: "off-bus", code: 79, pci: first?.pci ?? pci, bootS: bootS ?? first?.bootS ?? null, detail });
    } else if (BEGINS.test(line)) {
      if (!SAYS_OTHERWISE.test(line)) begun.push({ pci: placeIn(line), bootS });
    } else if (SAYS_OTHERWISE.test(line)) begun.shift();
    else if (!DRIVER.test(line)) append(events.at(-1), line);
  }
  return events;
}

/**
 * Yields the lines of the driver's own messages. A program or its file may be named like these lines, with newlines in
 * the name, and the kernel prints both when one crashes.
 */
function* linesOfDriver(text: string): Generator<Pick<KernelEvent, "bootS"> & { line: string }> {
  let timedAt: number | null = null;
  let isDriver = false;
  for (const written of text.split(/\r?\n/)) {
    for (const [part, one] of written.split(NEWLINE).entries()) {
      const [head = "", time] = HEAD.exec(one) ?? [];
      const line = one.slice(head.length);
      // Without printk.time, dmesg writes 0 for every line.
      const bootS = Number(time ?? 0) || null;
      const begins = part === 0 && (timedAt === null || (bootS !== null && (isDriver || bootS !== timedAt)));
      if (begins) [isDriver, timedAt] = [DRIVER.test(line), bootS ?? timedAt];
      if (isDriver) yield { line, bootS };
    }
  }
}

/** Adds the rest of a message to its event: the name of the program in it holds a newline. */
function append(event: KernelEvent | undefined, line: string): void {
  if (event?.kind === "xid") event.detail = printable(`${event.detail}\n${line}`);
}

function parseNumbered(line: string, bootS: number | null): KernelEvent | null {
  for (const [kind, pattern] of [["sxid", SXID] as const, ["xid", XID] as const]) {
    const [, pci, code, detail] = pattern.exec(line) ?? [];
    if (code !== undefined) return { kind, code: Number(code), pci: busOf(pci), bootS, detail: printable(detail) };
  }
  return null;
}

/** Checks for a further line of a known NVSwitch event. */
function continues(events: readonly KernelEvent[], { kind, code, pci, bootS, detail }: KernelEvent): boolean {
  if (kind !== "sxid" || SAYS_HOW_BAD.test(detail)) return false;
  const first = events.findLast((one) => one.kind === kind && one.code === code && one.pci === pci);
  return first !== undefined && areNear(first.bootS, bootS);
}

function areNear(one: number | null, other: number | null): boolean {
  return one === null || other === null || Math.abs(one - other) <= ONE_EVENT_S;
}

function placeIn(line: string): string {
  return busOf(GPU.exec(line)?.[1]);
}

/**
 * `0000:2b:00` of `PCI:0000:2b:00`, `00000000:2B:00.0` and `0000:2b:00.0`, which name the same device. A domain may
 * have more than four digits, as behind a volume management device: `10000:2b:00` is a different device from
 * `0000:2b:00`.
 */
export function busOf(given = ""): string {
  const [, domain = "", bus, device] =
    /^(?:([0-9a-f]+):)?([0-9a-f]{2}):([0-9a-f]{2})(?![0-9a-f])/.exec(given.trim().toLowerCase()) ?? [];
  return bus && device ? `${domain.replace(/^0+/, "").padStart(4, "0")}:${bus}:${device}` : "";
}

function printable(text = ""): string {
  return text.replace(/[^\x20-\x7e]+/g, " ").trim();
}
