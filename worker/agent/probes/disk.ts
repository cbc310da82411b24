import { rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Condition, nodeWarning, WHOLE_NODE } from "../health/finding-book";

const NEARLY_FULL = 0.95;
const WRITTEN = Buffer.alloc(4_096);

/** Checks that the agent's disk can be written and has room. */
export function probeDisk(dir: string): Condition[] {
  const { blocks, bavail } = statfsSync(dir);
  const failure = failureOfWrite(dir);
  if (isFull(failure)) return [FULL];
  return [...judgeRoom(blocks, bavail), ...(failure === null ? [] : [READ_ONLY])];
}

/** Checks that the disk with the engine's containers works and has room, if it is not the agent's: starts need it, too. */
export function probeEngineDisk(storageDir: string, dir: string): Condition[] {
  try {
    if (storageDir === "/" || statSync(storageDir).dev === statSync(dir).dev) return [];
    const { blocks, bavail } = statfsSync(storageDir);
    const failure = failureOfWrite(storageDir);
    // An agent that is not root may not write there: that says nothing about the disk.
    const broken = failure === "EROFS" || failure === "EIO" ? [READ_ONLY] : judgeRoom(blocks, bavail);
    return (isFull(failure) ? [FULL] : broken).map(({ name, text, severity }) => ({
      ...nodeWarning(`engine-${name}`, `${text} (${storageDir})`),
      severity,
    }));
  } catch {
    // A folder that cannot be asked now is asked again.
    return [];
  }
}

export function judgeRoom(blocks: number, free: number): Condition[] {
  const used = blocks === 0 ? 0 : 1 - free / blocks;
  if (used < NEARLY_FULL) return [];
  const text = `the disk is ${Math.floor(used * 100)}% full`;
  return [nodeWarning("disk-full", text)];
}

const READ_ONLY: Condition = {
  name: "disk-read-only",
  severity: "critical",
  action: "inspect",
  text: "nothing can be written to the disk",
  ...WHOLE_NODE,
};

const FULL: Condition = { ...READ_ONLY, name: "disk-full", text: "the disk is full, so no task can start" };

function isFull(failure: string | null): boolean {
  return failure === "ENOSPC" || failure === "EDQUOT";
}

/** Writes as little as a start does. @returns the code of its failure; null without one. */
function failureOfWrite(dir: string): string | null {
  const file = join(dir, ".written");
  try {
    writeFileSync(file, WRITTEN);
    rmSync(file);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "";
  }
}
