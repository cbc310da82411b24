import { readFileSync } from "node:fs";
import type { Limits } from "../task/limits";

const LINES = { nofile: "Max open files", nproc: "Max processes" };

/**
 * Returns the limits of each program of a container; processes count for all of its users together. An engine that may
 * not raise its own limits, which are likely the agent's, refuses a container with higher ones.
 */
export function ulimitsOf({ openFiles, processes }: Limits): { name: "core" | keyof typeof LINES; value: number }[] {
  const own = readFileSync("/proc/self/limits", "latin1");
  const most = (name: keyof typeof LINES) =>
    Number(new RegExp(`^${LINES[name]}\\s+\\S+\\s+(\\d+)`, "m").exec(own)?.[1] ?? Number.MAX_SAFE_INTEGER);
  return [
    { name: "core", value: 0 },
    { name: "nofile", value: Math.min(openFiles, most("nofile")) },
    { name: "nproc", value: Math.min(processes, most("nproc")) },
  ];
}
