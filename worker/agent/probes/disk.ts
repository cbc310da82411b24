import { readFileSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
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
    const broken =
      failure === "EIO" || (failure === "EROFS" && isReadOnly(storageDir)) ? [READ_ONLY] : judgeRoom(blocks, bavail);
    return (isFull(failure) ? [FULL] : broken).map(({ name, text, severity }) => ({
      ...nodeWarning(`engine-${name}`, `${text} (${storageDir})`),
      severity,
    }));
  } catch {
    // A folder that cannot be asked now is asked again.
    return [];
  }
}

/**
 * Checks that a folder's file system, which refused a write, is read-only for every process. The mount may be so for this
 * agent alone, by ProtectSystem= of its unit.
 */
function isReadOnly(dir: string): boolean {
  const path = `${realpathSync(dir)}/`;
  const mounts = readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .map((line) => line.split(" "));
  const at = ([, , , , point = ""]: string[]) =>
    point.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)));
  // The last field has the options of the file system, the sixth those of the mount. A later mount hides earlier ones.
  const [mount] = mounts
    .filter((one) => path.startsWith(at(one) === "/" ? "/" : `${at(one)}/`))
    .toReversed()
    .sort((one, other) => at(other).length - at(one).length);
  // After an error, ext4 notes it by another word since Linux 6.15.
  const has = (options = "") => options.split(",").some((one) => one === "ro" || one === "emergency_ro");
  return !has(mount?.[5]) || has(mount?.at(-1));
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
