import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Writes a file by renaming, so that readers and crashes only ever see its old or its new content. */
export function writeWhole(file: string, content: string | Uint8Array, mode: number): void {
  const aside = `${file}.millrace-${process.pid}`;
  try {
    const handle = openSync(aside, "w", mode);
    try {
      const bytes = Buffer.from(content);
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}
