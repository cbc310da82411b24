import { Database } from "bun:sqlite";
import { truncateSync } from "node:fs";

/** The locks of this process. A handle without a reference would be collected, and its lock with it. */
const held = new Map<string, Database>();

/**
 * Takes an exclusive lock on that file and creates a missing one; returns a function that releases it, or null while
 * another process has it. The kernel holds the lock: it ends with the process, by SIGKILL too, whatever the file
 * contains, and no child inherits it. See decision 0120.
 */
export function takeLock(file: string): (() => void) | null {
  if (held.has(file)) return null;
  const handle = new Database(file, { create: true });
  try {
    lock(handle, file);
  } catch (error) {
    handle.close();
    if (codeOf(error) === "SQLITE_BUSY") return null;
    throw error;
  }
  held.set(file, handle);
  return () => {
    held.delete(file);
    handle.close();
  };
}

function lock(handle: Database, file: string): void {
  try {
    handle.run("begin exclusive");
  } catch (error) {
    if (codeOf(error) !== "SQLITE_NOTADB") throw error;
    // The lock never writes to it: any content came by accident.
    truncateSync(file);
    handle.run("begin exclusive");
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
