import { readFileSync, statfsSync } from "node:fs";
import { cpus, release } from "node:os";
import type { ClearedFinding, Finding } from "~/fleet/agent-findings";
import type { WholeSysinfo } from "~/fleet/agent-messages";
import type { Telemetry } from "~/fleet/agent-telemetry";
import type { Condition } from "../health/finding-book";
import type { Judgement } from "../health/judge-event";
import type { GpuModel } from "../simulated/model";
import type { TaskFile } from "../task/folder";
import type { GpusOfNode } from "../task/limits";
import { diskNameOf } from "./disk-name";
import type { GpuDevices } from "./gpu-devices";
import { rebootRequired, updatesAvailable } from "./updates";

const GB = 1e9;

/** One figure per GPU of a task; null if a device reports none. */
export interface GpuFigures {
  busy: (number | null)[];
  memMb: (number | null)[];
}

/** The GPUs of a node, simulated or real. */
export interface NodeHardware {
  gpus: number;
  /** GPUs, including those of all nodes that this machine simulates. */
  nodeGpus: GpusOfNode;
  /** Key of the price list, as the GPUs' name suggests it. */
  gpuType: string;
  /** UUIDs of the GPUs that belong to the node; undefined: unknown, simulated, or lent by an engine. */
  gpuUuids: () => string[] | undefined;
  simulated: boolean;
  /** The machine to report for simulated GPUs, instead of the real one that all demo nodes share. */
  machine: { cpu_cores: number; mem_mb: number; disk_gb: number } | null;
  /** Sum of the critical findings. */
  errorCounter: () => number;
  /** Reads the kernel log now, or the GPUs where it is closed, without waiting for the next read. */
  look: () => Promise<void>;
  /** Looks at the disk and what else can be seen at once, without waiting for the next look. */
  lookAround: () => void;
  /** Faults of the node and its GPUs, the worst first. */
  findings: () => Finding[];
  /** Notes the conditions that a part of the agent finds now, by the name of that part. */
  note: (part: string, conditions: readonly Condition[]) => void;
  /** Adds an event of the whole node that happens now. */
  happened: (judged: Judgement) => void;
  /** Clears findings for an operator, each up to the reported time. */
  clearFindings: (cleared: readonly ClearedFinding[]) => void;
  ibsActive: () => number;
  /** UUIDs and device files of the GPUs with these ids, and the model of simulated ones. */
  gpusOf: (ids: number[]) => { uuids: string[]; devices: GpuDevices; model: GpuModel | null };
  /** Load of a task's GPUs; that of simulated ones follows from the task's processor load. */
  loadOf: (task: Pick<TaskFile, "gpus" | "gpu_uuids">, processor: { cpuPct: number; memMb: number }) => GpuFigures;
  /** Figures of the machine and its GPUs now; rates are since it was last called. */
  telemetry: () => Telemetry;
}

/** The system's own facts, with exactly the fields of a report (3.2). */
export function readSysinfo(hardware: NodeHardware, dir: string): WholeSysinfo {
  const memory = readFileSync("/proc/meminfo", "utf8");
  const disk = statfsSync(dir);
  const { machine } = hardware;
  const memoryMb = machine?.mem_mb ?? megabytes(memory, "MemTotal");
  const diskGb = machine?.disk_gb ?? (disk.blocks * disk.bsize) / GB;
  return {
    cpu_cores: machine?.cpu_cores ?? cpus().length,
    mem_mb: memoryMb,
    // The free share is the real one, also for a simulated machine.
    mem_free: Math.floor((memoryMb * megabytes(memory, "MemAvailable")) / megabytes(memory, "MemTotal")),
    gpus: hardware.gpus,
    disk_total: Math.floor(diskGb),
    disk_free: Math.floor((diskGb * disk.bavail) / disk.blocks),
    disk_name: diskNameOf(dir),
    error_counter: hardware.errorCounter(),
    ibs_active: hardware.ibsActive(),
    kernel: release(),
    updates_available: updatesAvailable(),
    ubuntu_needs_reboot: rebootRequired(),
    reported_ts_dead: null,
  };
}

/** Returns an id that changes only with a boot: placements of an earlier boot are gone. */
export function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Milliseconds since the boot: increases also across a restart of the agent, whatever happens to the clock. */
export function bootMs(): number {
  return Math.floor(Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 1000);
}

function megabytes(meminfo: string, name: string): number {
  return Math.floor(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(meminfo)?.[1] ?? 0) / 1024);
}
