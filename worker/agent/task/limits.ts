import { existsSync, readFileSync, statfsSync } from "node:fs";
import type { DesiredTask } from "~/fleet/agent-messages";
import { agentEnv } from "../env";

/** The resources of its machine that a task may use. */
export interface Limits {
  memoryMb: number;
  cpuCores: number;
  /** Processes and threads together. */
  processes: number;
  openFiles: number;
  diskGb: number;
}

const PROCESSES_PER_CORE = 256;
const PROCESSES_MIN = 1_024;
const OPEN_FILES = 65_536;
/** The share of the free disk space when a task starts. */
const SHARE_OF_FREE_DISK = 0.75;
/** Memory left to the system, the engine and the agent; more on a large machine, less on a small one. */
const RESERVE_MB = 2_048;
const RESERVE_SHARE = 0.05;
const RESERVE_SHARE_MAX = 0.25;
/** Memory that a task on a simulated node needs to start: its SSH server takes a tenth. */
const SIMULATED_MB_PER_GPU = 1_024;
const BLOCKS_PER_GB = 1e9 / 1024;

/** The resources that a machine shares out among its tasks. */
export interface Machine {
  memoryMb: number;
  /** MB reserved from tasks; by default derived from the machine's size. */
  reservedMb?: number | undefined;
  freeDiskGb: number;
  /** GPUs of the task's node, and of all nodes that this machine simulates; only the demo has several. */
  gpus: GpusOfNode;
}

export interface GpusOfNode {
  ofNode: number;
  ofMachine: number;
}

/** Returns a task's share of its node (4.1): the promised amount, but at most its GPUs' part of the machine. */
export function limitsOf(
  { mem_mb, cpu_cores, disk_gb, gpus }: Pick<DesiredTask, "mem_mb" | "cpu_cores" | "disk_gb" | "gpus">,
  machine: Machine,
): Limits {
  return {
    memoryMb: Math.floor(Math.min(mem_mb, memoryPerGpu(machine) * Math.max(1, gpus.length))),
    cpuCores: cpu_cores,
    processes: Math.max(PROCESSES_MIN, Math.ceil(cpu_cores * PROCESSES_PER_CORE)),
    openFiles: OPEN_FILES,
    diskGb: Math.min(disk_gb, machine.freeDiskGb * SHARE_OF_FREE_DISK),
  };
}

/**
 * MB of memory that go with each GPU. Together the tasks of a node never have more than the machine without its reserve; nor
 * do those of all nodes. The demo is an exception: many nodes share its machine, and a task must be able to begin.
 */
export function memoryPerGpu({
  memoryMb,
  reservedMb = reserveOf(memoryMb),
  gpus,
}: Omit<Machine, "freeDiskGb">): number {
  const shared = Math.max(0, memoryMb - reservedMb);
  const { ofNode, ofMachine } = gpus;
  return Math.floor(Math.max(shared / ofMachine, Math.min(SIMULATED_MB_PER_GPU, shared / ofNode)));
}

/** MB of a machine that belong to no task. */
export function reserveOf(memoryMb: number): number {
  return Math.ceil(Math.min(memoryMb * RESERVE_SHARE_MAX, Math.max(RESERVE_MB, memoryMb * RESERVE_SHARE)));
}

/**
 * Puts limits on each of the task's programs, as a command line before theirs. They also work without control groups;
 * `perProcess` adds one on the memory of each single program. To count processes it must run within the sandbox's own
 * users, otherwise it would count all processes of the agent's user.
 */
export function limited(limits: Limits, given: { sandboxed: boolean; perProcess: boolean }): string[] {
  const { openFiles, processes, diskGb, memoryMb } = limits;
  const orders = [
    "ulimit -c 0",
    // A machine may allow fewer.
    `ulimit -n ${openFiles} 2>/dev/null || ulimit -n "$(ulimit -Hn)"`,
    // A file that grows too large is an error for its program, not its death.
    `trap '' XFSZ; ulimit -f ${Math.floor(diskGb * BLOCKS_PER_GB)}`,
    ...(given.sandboxed ? [`ulimit -u ${processes}`] : []),
    ...(given.perProcess ? [`ulimit -d ${memoryMb * 1024}`] : []),
    'exec "$@"',
  ];
  // Its input is a socket: otherwise it would take itself for a login over the network and run the task's ~/.bashrc first.
  return ["/bin/bash", "--norc", "-c", orders.join("\n"), "bash"];
}

/**
 * When the machine's memory runs out, the kernel should end a task's programs and not the product. Set before the
 * sandbox.
 */
export const FIRST_TO_END = ["/bin/sh", "-c", 'echo 500 > /proc/self/oom_score_adj; exec "$@"', "sh"];

/** Describes this machine, with the disk of that folder. */
export function thisMachine(dir: string, gpus: GpusOfNode): Machine {
  const { bavail, bsize } = statfsSync(dir);
  const reservedMb = agentEnv.MILLRACE_RESERVED_MEMORY_MB;
  return { memoryMb: machineMemoryMb(), reservedMb, freeDiskGb: (bavail * bsize) / 1e9, gpus };
}

function machineMemoryMb(): number {
  const text = existsSync("/proc/meminfo") ? readFileSync("/proc/meminfo", "utf8") : "";
  return Math.floor(Number(/^MemTotal:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024);
}
