import type { Sysinfo } from "~/fleet/agent-messages";
import type { Telemetry } from "~/fleet/agent-telemetry";
import {
  ERROR_KINDS,
  mergedRows,
  type OfGpu,
  type OfNode,
  type Stored,
  storedGpus,
  storedNode,
} from "./inside/telemetry/figures";

/** A node's minute, to be written. */
export interface Minute extends Omit<Stored, "errors"> {
  nodeId: number;
  /** Beginning of the minute. */
  at: Date;
  /** Counters of errors in its newest report, three for each GPU; empty if none were reported. */
  counts: readonly (number | null)[];
}

interface Report {
  nodeId: number;
  telemetry?: Telemetry | undefined;
  sysinfo: Pick<Sysinfo, "mem_mb" | "mem_free" | "disk_free">;
  at: Date;
}

const MINUTE_MS = 60_000;
const KB = 1000;

/** The figures of one report, as those of its minute. */
export function minuteOf({ nodeId, telemetry, sysinfo, at }: Report): Minute {
  return {
    nodeId,
    at: new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS),
    samples: 1,
    node: storedNode(nodeFigures(telemetry, sysinfo)),
    gpus: storedGpus(gpuFigures(telemetry)),
    counts: countsOf(telemetry),
  };
}

function nodeFigures(telemetry: Telemetry | undefined, { mem_mb, mem_free, disk_free }: Report["sysinfo"]) {
  const mem = mem_mb > 0 ? Math.min(100, Math.max(0, (1 - mem_free / mem_mb) * 100)) : null;
  const kb = (bytes: number | null | undefined) => (bytes == null ? null : bytes / KB);
  const both = <Name extends "cpu" | "mem" | "diskRead" | "diskWrite" | "netReceived" | "netSent">(
    name: Name,
    value: number | null,
  ) => ({ [name]: value, [`${name}Max`]: value }) as Partial<OfNode>;
  return {
    ...both("cpu", telemetry?.cpu_pct ?? null),
    ...both("mem", mem),
    ...both("diskRead", kb(telemetry?.disk_read_bytes_s)),
    ...both("diskWrite", kb(telemetry?.disk_write_bytes_s)),
    diskFree: disk_free,
    ...both("netReceived", kb(telemetry?.net_received_bytes_s)),
    ...both("netSent", kb(telemetry?.net_sent_bytes_s)),
  };
}

function gpuFigures(telemetry: Telemetry | undefined): OfGpu[] {
  if (!telemetry) return [];
  const { gpu_busy_pct, gpu_mem_used_mb, gpu_mem_total_mb, gpu_temp_c, gpu_power_w, gpu_clock_mhz, gpu_throttle } =
    telemetry;
  return Array.from({ length: gpuCount(telemetry) }, (_, id) => {
    const [used, total] = [gpu_mem_used_mb[id] ?? null, gpu_mem_total_mb[id] ?? null];
    const mem = used === null || total === null || total === 0 ? null : Math.min(100, (used / total) * 100);
    const [busy, temp] = [gpu_busy_pct[id] ?? null, gpu_temp_c[id] ?? null];
    const [power, clock, throttle] = [gpu_power_w[id] ?? null, gpu_clock_mhz[id] ?? null, gpu_throttle[id] ?? null];
    const slow = (word: string) => (throttle === null ? null : throttle === word ? 100 : 0);
    return {
      ...{ busy, busyMax: busy, mem, memMax: mem, temp, tempMax: temp, power, powerMax: power, clock, clockMin: clock },
      ...{ slowThermal: slow("thermal"), slowPower: slow("power"), slowOther: slow("other") },
    };
  });
}

function gpuCount(telemetry: Telemetry): number {
  return Math.max(...Object.values(telemetry).map((list) => (Array.isArray(list) ? list.length : 0)));
}

function countsOf(telemetry: Telemetry | undefined): (number | null)[] {
  if (!telemetry) return [];
  const { gpu_ecc_corrected, gpu_ecc_uncorrected, gpu_link_errors } = telemetry;
  const lists = [gpu_ecc_corrected, gpu_ecc_uncorrected, gpu_link_errors];
  const whole = (count: number | null | undefined) => (count == null ? null : Math.floor(count));
  const most = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: most * ERROR_KINDS.length }, (_, place) =>
    whole(lists[place % ERROR_KINDS.length]?.[Math.floor(place / ERROR_KINDS.length)]),
  );
}

/** Minutes that are kept while they cannot be written. */
const MINUTES_MAX = 10;

/** Gathers the reports of this process by node and minute, until they are written. */
export class Gathered {
  readonly #minutes = new Map<number, Map<number, Minute[]>>();

  add(minute: Minute): void {
    const key = minute.at.getTime();
    const nodes = this.#minutes.get(key) ?? new Map<number, Minute[]>();
    this.#minutes.set(key, nodes);
    const list = nodes.get(minute.nodeId);
    if (list) list.push(minute);
    else nodes.set(minute.nodeId, [minute]);
    const oldest = [...this.#minutes.keys()].sort((one, other) => one - other);
    for (const old of oldest.slice(0, -MINUTES_MAX)) this.#minutes.delete(old);
  }

  /**
   * Writes the minutes that are over. They are forgotten once they are written, so a database that is down for a while
   * costs nothing.
   */
  async writeEnded(now: Date, write: (minutes: readonly Minute[]) => Promise<void>): Promise<void> {
    const ended = [...this.#minutes].filter(([key]) => key + MINUTE_MS <= now.getTime());
    if (ended.length === 0) return;
    await write(ended.flatMap(([, nodes]) => [...nodes.values()].map(merged)));
    for (const [key] of ended) this.#minutes.delete(key);
  }
}

/** Merges the reports of a node's minute; the counters are those of the newest that has some. */
function merged(minutes: readonly Minute[]): Minute {
  const [first] = minutes as [Minute];
  const { samples, node, gpus } = mergedRows(minutes.map((minute) => ({ ...minute, errors: null })));
  const counts = minutes.findLast((minute) => minute.counts.length > 0)?.counts ?? [];
  return { nodeId: first.nodeId, at: first.at, samples, node, gpus, counts };
}
