import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "../task/limits";

const PERIOD_US = 100_000;
const MB = 1_048_576;
const SYSTEMD = "/run/systemd/system";

/** A command line that limits the command after it, and the groups to remove afterwards. */
interface Confined {
  argv: string[];
  groups: string[];
}
/** Control groups limit a task's programs together; their creation depends on the machine. */
export type Confine = (name: string, limits: Limits) => Confined;

/** Finds how this machine creates control groups for tasks; null if it does not. */
export function findGroups(): Confine | null {
  const probe: Limits = { memoryMb: 64, cpuCores: 1, processes: 64, openFiles: 0, diskGb: 0 };
  for (const confine of [bySystemd, byFolders]) {
    if (works(confine, probe)) return confine;
  }
  return null;
}

function works(confine: Confine, limits: Limits): boolean {
  let groups: string[] = [];
  try {
    const confined = confine(`probe-${process.pid}`, limits);
    groups = confined.groups;
    const [program = "", ...args] = confined.argv;
    return spawnSync(program, [...args, "true"], { stdio: "ignore", timeout: 5_000 }).status === 0;
  } catch {
    return false;
  } finally {
    removeGroups(groups);
  }
}

export function removeGroups(groups: string[]): void {
  for (const group of groups) {
    try {
      rmdirSync(group);
    } catch {
      // The group is gone, or the kernel still counts in it.
    }
  }
}

/** Creates a separate scope: systemd must not find a task among the agent's processes. */
function bySystemd(name: string, { memoryMb, cpuCores, processes }: Limits): Confined {
  if (!existsSync(SYSTEMD)) throw new Error("no systemd");
  const properties = [
    `MemoryMax=${memoryMb}M`,
    "MemorySwapMax=0",
    `CPUQuota=${Math.ceil(cpuCores * 100)}%`,
    `TasksMax=${processes}`,
  ];
  const argv = [
    ...["systemd-run", ...(process.getuid?.() === 0 ? [] : ["--user"]), "--scope", "--quiet", "--collect"],
    ...[`--unit=millrace-${name}`, ...properties.flatMap((one) => ["--property", one]), "--"],
  ];
  return { argv, groups: [] };
}

/** Folders of the kernel's own file system, which root may make: one per kind of limit, or a single one. */
function byFolders(name: string, limits: Limits, root = "/sys/fs/cgroup"): Confined {
  const { memoryMb, cpuCores, processes } = limits;
  const quota = Math.ceil(cpuCores * PERIOD_US);
  const single = existsSync(join(root, "cgroup.controllers"));
  const wanted: [folder: string, files: [name: string, value: string][]][] = single
    ? [
        [
          root,
          [
            ["memory.max", String(memoryMb * MB)],
            ["pids.max", String(processes)],
            ["cpu.max", `${quota} ${PERIOD_US}`],
          ],
        ],
      ]
    : [
        [join(root, "memory", own("memory")), [["memory.limit_in_bytes", String(memoryMb * MB)]]],
        [join(root, "pids", own("pids")), [["pids.max", String(processes)]]],
        [join(root, "cpu", own("cpu")), [["cpu.cfs_quota_us", String(quota)]]],
      ];
  const groups: string[] = [];
  try {
    for (const [folder, files] of wanted) {
      const group = join(folder, `millrace-${name}`);
      mkdirSync(group);
      groups.push(group);
      for (const [file, value] of files) writeFileSync(join(group, file), value);
    }
  } catch (error) {
    removeGroups(groups);
    throw error;
  }
  const enter = groups.map((group) => `echo $$ > '${group}/cgroup.procs'`).join(" && ");
  return { argv: ["/bin/sh", "-c", `${enter} && exec "$@"`, "sh"], groups };
}

/** The group that the agent itself is in, below the controller's folder. */
function own(controller: string): string {
  const lines = readFileSync("/proc/self/cgroup", "utf8").split("\n");
  const line = lines.find((one) => one.split(":")[1]?.split(",").includes(controller));
  return line?.split(":")[2] ?? "/";
}
