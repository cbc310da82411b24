import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface MachineProcess {
  pid: string;
  /** Process id of its parent. */
  parent: string;
  /** Program and arguments, separated by spaces. */
  command: string;
  environment: string;
}

/** All processes of the machine; a fresh machine has no `ps`. */
export function machineProcesses(): MachineProcess[] {
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(join("/proc", pid, name), "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid,
      parent: parentIn(read(pid, "stat")),
      command: read(pid, "cmdline"),
      environment: read(pid, "environ"),
    }));
}

/** Its name is in brackets and may contain anything. */
function parentIn(stat: string): string {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
}
