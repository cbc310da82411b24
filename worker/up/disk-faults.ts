import { rmSync } from "node:fs";
import { join } from "node:path";

/** Error codes of the system, and of SQLite for the lock, by remedy. */
const FULL = ["ENOSPC", "EDQUOT", "SQLITE_FULL"];
const UNWRITABLE = ["EROFS", "EACCES", "EPERM"];

/** The error of a file in the folder as a sentence that says what to do; null for any other error. */
export function whyUnusable(dir: string, error: unknown): Error | null {
  const { code = "", path = "" } = error as { code?: string; path?: string };
  // A write that finds no room names no file.
  if (FULL.includes(code) && (path === "" || isIn(dir, path))) return new Error(noRoom(dir));
  return UNWRITABLE.includes(code) && isIn(dir, path) ? unusable(dir, error) : null;
}

function isIn(dir: string, path: string): boolean {
  return path === dir || path.startsWith(join(dir, "/"));
}

export function noRoom(dir: string): string {
  return `The disk of ${dir} is full. Free some space: no data was lost.`;
}

/** The sentence of a data folder that takes no files. */
export function unusable(dir: string, error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(
    `The data folder ${dir} cannot be used: ${why}. Make it writable, or set MILLRACE_DATA_DIR to another.`,
  );
}

/** Removes a file that only people read: on a full or read-only disk it stays, and must not hide the reason. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The reason is reported by the step that needs the disk.
  }
}
