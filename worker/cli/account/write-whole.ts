import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Puts a file in place by renaming: whoever reads it, and whatever ends us, sees the old one or the new one whole. */
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
