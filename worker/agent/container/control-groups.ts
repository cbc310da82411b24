import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MB } from "./spec";

const ROOT = "/sys/fs/cgroup";

/** Files of a container's control groups: one tree (version 2), or one per controller. */
export interface Groups {
  /** Processor time used, in microseconds. */
  cpuUs: () => number;
  memMb: () => number;
  /** Programs that the kernel ended for lack of memory. */
  outOfMemory: () => number;
}

/** Returns the groups of a process; null when it is gone. */
export function groupsOf(pid: number, root = ROOT): Groups | null {
  const lines = read(`/proc/${pid}/cgroup`).split("\n");
  const pathOf = (controller: string) =>
    lines
      .find((line) => line.split(":")[1]?.split(",").includes(controller))
      ?.split(":")
      .slice(2)
      .join(":");
  const [cpu, memory] = [pathOf("cpuacct"), pathOf("memory")];
  if (cpu !== undefined && memory !== undefined)
    return versionOne(join(root, "cpuacct", cpu), join(root, "memory", memory));
  const single = pathOf("");
  return single === undefined || !existsSync(join(root, "cgroup.controllers")) ? null : versionTwo(join(root, single));
}

function versionOne(cpu: string, memory: string): Groups {
  return {
    cpuUs: () => Number(read(join(cpu, "cpuacct.usage"))) / 1000,
    memMb: () => usedMb(join(memory, "memory.usage_in_bytes"), join(memory, "memory.stat"), "total_inactive_file"),
    outOfMemory: () => field(read(join(memory, "memory.oom_control")), "oom_kill"),
  };
}

function versionTwo(group: string): Groups {
  return {
    cpuUs: () => field(read(join(group, "cpu.stat")), "usage_usec"),
    memMb: () => usedMb(join(group, "memory.current"), join(group, "memory.stat"), "inactive_file"),
    outOfMemory: () => field(read(join(group, "memory.events")), "oom_kill"),
  };
}

/** Returns the used memory without pages of files that nobody has touched lately: the kernel frees those on demand. */
function usedMb(usage: string, stat: string, inactive: string): number {
  return Math.max(0, Number(read(usage)) - field(read(stat), inactive)) / MB;
}

/** The figure after a name at the start of a line; 0 if there is none. */
function field(text: string, name: string): number {
  const at = text.startsWith(`${name} `) ? 0 : text.indexOf(`\n${name} `) + 1;
  return at === 0 && !text.startsWith(`${name} `) ? 0 : Number.parseInt(text.slice(at + name.length + 1), 10);
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
