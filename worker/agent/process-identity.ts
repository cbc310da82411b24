import { readFileSync } from "node:fs";

export interface ProcessFacts {
  startTime: string;
  /** The id of its parent. */
  parent: number;
}

/** Returns what the kernel knows of a process; null when it is gone. */
export function factsOf(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie holds nothing.
    const ended = fields[0] === "Z" || fields[0] === "X" || fields[19] === undefined;
    return ended ? null : { startTime: fields[19] ?? "", parent: Number(fields[1]) };
  } catch {
    return null;
  }
}

/**
 * Returns the start time of a process in kernel ticks; with its pid it identifies the process for ever. Null when it is
 * gone.
 */
export function startTimeOf(pid: number): string | null {
  return factsOf(pid)?.startTime ?? null;
}
