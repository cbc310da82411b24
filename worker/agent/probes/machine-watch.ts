import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Telemetry } from "~/fleet/agent-telemetry";

export type MachineTelemetry = Omit<Telemetry, `gpu_${string}`>;

/** The kernel's counters at a moment. */
interface Counted {
  atMs: number;
  cpuBusy: number;
  cpuAll: number;
  read: number;
  written: number;
  received: number;
  sent: number;
}

const SECTOR_BYTES = 512;
/** Devices that stand for others, whose bytes would count twice, and those without a disk. */
const NO_DISK = /^(?:loop|ram|zram|dm-|md|sr|fd|nbd)/;

/** Use of the processors, disks and networks of this machine since it was last asked; null the first time. */
export class MachineWatch {
  #before: Counted | null = null;

  look(nowMs = performance.now()): MachineTelemetry {
    const now = readCounters(nowMs);
    const before = this.#before;
    this.#before = now;
    return ratesBetween(before, now);
  }
}

export function ratesBetween(before: Counted | null, now: Counted): MachineTelemetry {
  const seconds = before ? (now.atMs - before.atMs) / 1000 : 0;
  // A counter that has become smaller began again, for example with a device that was replaced.
  const rise = (name: keyof Counted) => (before && now[name] >= before[name] ? now[name] - before[name] : null);
  const rate = (name: keyof Counted) => {
    const more = rise(name);
    return more === null || seconds <= 0 ? null : Math.round(more / seconds);
  };
  const [busy, all] = [rise("cpuBusy"), rise("cpuAll")];
  return {
    cpu_pct: busy === null || all === null || all === 0 ? null : Math.min(100, Math.round((busy / all) * 1000) / 10),
    disk_read_bytes_s: rate("read"),
    disk_write_bytes_s: rate("written"),
    net_received_bytes_s: rate("received"),
    net_sent_bytes_s: rate("sent"),
  };
}

function readCounters(atMs: number): Counted {
  return {
    atMs,
    ...parseCpu(readFileSync("/proc/stat", "utf8")),
    ...parseDisks(readFileSync("/proc/diskstats", "utf8"), namesIn("/sys/block")),
    ...parseNetworks(readFileSync("/proc/net/dev", "utf8"), (name) => existsSync(`/sys/class/net/${name}/device`)),
  };
}

function namesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir) : [];
}

/** The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseCpu(stat: string): Pick<Counted, "cpuBusy" | "cpuAll"> {
  const times = (stat.split("\n")[0] ?? "").trim().split(/\s+/).slice(1, 9).map(Number);
  const cpuAll = times.reduce((sum, time) => sum + time, 0);
  return { cpuAll, cpuBusy: cpuAll - (times[3] ?? 0) - (times[4] ?? 0) };
}

/** Whole disks only: the bytes of partitions are theirs. */
export function parseDisks(diskstats: string, disks: readonly string[]): Pick<Counted, "read" | "written"> {
  const whole = new Set(disks.filter((name) => !NO_DISK.test(name)));
  const rows = diskstats.split("\n").map((line) => line.trim().split(/\s+/));
  const sum = (column: number) =>
    rows.reduce((total, row) => total + (whole.has(row[2] ?? "") ? Number(row[column]) : 0), 0) * SECTOR_BYTES;
  return { read: sum(5), written: sum(9) };
}

/** Networks of a device; on a machine without any, such as a container, all but the loopback. */
export function parseNetworks(table: string, isDevice: (name: string) => boolean): Pick<Counted, "received" | "sent"> {
  const rows = table.split("\n").flatMap((line) => {
    const [name, values] = line.split(":");
    return name === undefined || values === undefined || name.trim() === "lo"
      ? []
      : [{ name: name.trim(), values: values.trim().split(/\s+/).map(Number) }];
  });
  const devices = rows.filter(({ name }) => isDevice(name));
  const sum = (column: number) =>
    (devices.length > 0 ? devices : rows).reduce((total, { values }) => total + (values[column] ?? 0), 0);
  return { received: sum(0), sent: sum(8) };
}
