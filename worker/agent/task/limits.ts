import { existsSync, readFileSync } from "node:fs";
import type { DesiredTask } from "~/domain/agent/messages";

/** What a task may use of its machine. */
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
/** What is left to the machine itself, whatever size of machine a simulated node stands for. */
const SHARE_OF_MACHINE = 0.75;
const BLOCKS_PER_GB = 1e9 / 1024;

/** A task's share of its node (4.1), and never more than a machine has that only plays the part of a larger one. */
export function limitsOf(
  { mem_mb, cpu_cores, disk_gb }: Pick<DesiredTask, "mem_mb" | "cpu_cores" | "disk_gb">,
  machine: { memoryMb: number; freeDiskGb: number },
): Limits {
  return {
    memoryMb: Math.floor(Math.min(mem_mb, machine.memoryMb * SHARE_OF_MACHINE)),
    cpuCores: cpu_cores,
    processes: Math.max(PROCESSES_MIN, Math.ceil(cpu_cores * PROCESSES_PER_CORE)),
    openFiles: OPEN_FILES,
    diskGb: Math.min(disk_gb, machine.freeDiskGb * SHARE_OF_MACHINE),
  };
}

/**
 * Puts limits on each of the task's programs, as a command line before theirs. They hold where no control group can be
 * made; `perProcess` adds one on the memory of each single program. To count processes it must run within the
 * sandbox's own users, else it counted all of the agent's user.
 */
export function limited(limits: Limits, given: { sandboxed: boolean; perProcess: boolean }): string[] {
  const { openFiles, processes, diskGb, memoryMb } = limits;
  const orders = [
    "ulimit -c 0",
    // A machine may allow fewer.
    `ulimit -n ${openFiles} 2>/dev/null || ulimit -n "$(ulimit -Hn)"`,
    // A file that grows too large is an error to its program, not its death.
    `trap '' XFSZ; ulimit -f ${Math.floor(diskGb * BLOCKS_PER_GB)}`,
    ...(given.sandboxed ? [`ulimit -u ${processes}`] : []),
    ...(given.perProcess ? [`ulimit -d ${memoryMb * 1024}`] : []),
    'exec "$@"',
  ];
  return ["/bin/bash", "-c", orders.join("\n"), "bash"];
}

/** When memory runs out on the machine, the kernel shall end what a task runs, not the product: before the sandbox. */
export const FIRST_TO_END = ["/bin/sh", "-c", 'echo 500 > /proc/self/oom_score_adj; exec "$@"', "sh"];

export function machineMemoryMb(): number {
  const text = existsSync("/proc/meminfo") ? readFileSync("/proc/meminfo", "utf8") : "";
  return Math.floor(Number(/^MemTotal:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024);
}
