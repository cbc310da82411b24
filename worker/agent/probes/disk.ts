import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Condition, nodeWarning, WHOLE_NODE } from "../health/finding-book";

const NEARLY_FULL = 0.95;

/** Checks that the agent's disk can be written and has room. */
export function probeDisk(dir: string): Condition[] {
  const { blocks, bavail } = statfsSync(dir);
  return [...judgeRoom(blocks, bavail), ...(canWrite(dir) ? [] : [READ_ONLY])];
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

/** Checks for an unwritable disk; a full one has its own finding. */
function canWrite(dir: string): boolean {
  const file = join(dir, ".written");
  try {
    writeFileSync(file, "");
    rmSync(file);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOSPC";
  }
}
