/** What the kernel log says about GPUs and NVSwitches: Xid and SXid messages of the driver. Pure. */

export interface KernelEvent {
  kind: "xid" | "sxid" | "off-bus";
  code: number;
  /** As the driver numbers its bus: `0000:2b:00`. */
  pci: string;
  /** Seconds since the boot; null where the kernel writes no times. */
  bootS: number | null;
  detail: string;
}

const TIME = /^(?:<\d+>)?\[\s*(\d+\.\d+)\]/;
const XID = /NVRM: Xid \(PCI:([0-9a-fA-F:.]+)\): (\d+)(?:, )?(.*)$/;
const SXID = /SXid \(PCI:([0-9a-fA-F:.]+)\): (\d+)(?:, )?(.*)$/;
const OFF_BUS = /NVRM: .*?(?:GPU (?:at )?(?:PCI:)?([0-9a-fA-F:.]+).*)?fallen off the bus/i;

/** The events of a kernel log, in its order. */
export function parseKernelLog(text: string): KernelEvent[] {
  return text.split("\n").flatMap((line) => {
    const event = parseLine(line);
    return event ? [{ ...event, bootS: timeOf(line) }] : [];
  });
}

function parseLine(line: string): Omit<KernelEvent, "bootS"> | null {
  const sxid = SXID.exec(line);
  if (sxid) return { kind: "sxid", code: Number(sxid[2]), pci: busOf(sxid[1]), detail: printable(sxid[3]) };
  const xid = XID.exec(line);
  if (xid) return { kind: "xid", code: Number(xid[2]), pci: busOf(xid[1]), detail: printable(xid[3]) };
  const off = OFF_BUS.exec(line);
  return off ? { kind: "off-bus", code: 79, pci: busOf(off[1]), detail: "GPU has fallen off the bus" } : null;
}

/** `0000:2b:00` of `PCI:0000:2b:00`, `00000000:2B:00.0` and `0000:2b:00.0`, which name the same device. */
export function busOf(given = ""): string {
  const [, domain = "", bus, device] = /^(?:([0-9a-f]+):)?([0-9a-f]{2}):([0-9a-f]{2})/.exec(given.toLowerCase()) ?? [];
  return bus && device ? `${domain.slice(-4).padStart(4, "0")}:${bus}:${device}` : "";
}

export function printable(text = "", max = 160): string {
  return text
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, max);
}

function timeOf(line: string): number | null {
  const time = TIME.exec(line)?.[1];
  return time === undefined ? null : Number(time);
}
