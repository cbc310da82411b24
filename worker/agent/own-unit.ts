import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const LIMIT_MS = 5_000;

/** The unit of systemd that a process belongs to, from the text of its /proc/PID/cgroup; null if it is in none. */
export function unitOf(cgroups: string): string | null {
  const line = cgroups.split("\n").find((one) => /^(0:|\d+:name=systemd):/.test(one)) ?? "";
  return /([^/:]+\.service)$/.exec(line)?.[1] ?? null;
}

/**
 * Lists faults of the systemd unit that runs this agent, one line each with what to do. Empty where systemd does not run
 * it.
 */
export function lacksOfOwnUnit(cgroups = readFileSync("/proc/self/cgroup", "latin1")): string[] {
  const unit = existsSync("/run/systemd/system") ? unitOf(cgroups) : null;
  if (unit === null) return [];
  const args = ["show", unit, "--property=KillMode", "--value"];
  return lacksOf(unit, String(spawnSync("systemctl", args, { timeout: LIMIT_MS }).stdout ?? "").trim());
}

/** Lists the settings that the unit lacks. @param killMode systemd's name for it; empty if unknown. */
export function lacksOf(unit: string, killMode: string): string[] {
  if (killMode === "process" || killMode === "none" || killMode === "") return [];
  return [`systemd ends tasks together with this agent: set KillMode=process in ${unit}`];
}
