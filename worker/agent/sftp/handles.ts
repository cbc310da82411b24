import type { FileHandle } from "node:fs/promises";
import { SftpRefusal, STATUS_CODE } from "./status";

/** Limit of open files per client. */
export const HANDLES_MAX = 256;

interface OpenFile {
  kind: "file";
  file: FileHandle;
  /** Writes at the end, whatever position the client sends. */
  append: boolean;
}

interface OpenFolder {
  kind: "folder";
  path: Buffer;
  /** Names that were not sent yet. */
  names: Buffer[];
}

/** The files and folders that one client has open. */
export class Handles {
  readonly #open = new Map<number, OpenFile | OpenFolder>();
  #next = 0;

  /** Refuses, before a file is opened, if the limit is reached. */
  makeRoom(): void {
    if (this.#open.size >= HANDLES_MAX)
      throw new SftpRefusal(STATUS_CODE.FAILURE, "Too many open files: close some first");
  }

  add(opened: OpenFile | OpenFolder): number {
    this.#next = (this.#next + 1) >>> 0;
    this.#open.set(this.#next, opened);
    return this.#next;
  }

  file(handle: Buffer): OpenFile {
    const found = this.#find(handle);
    if (found.kind !== "file") throw new SftpRefusal(STATUS_CODE.FAILURE, "Not a file");
    return found;
  }

  folder(handle: Buffer): OpenFolder {
    const found = this.#find(handle);
    if (found.kind !== "folder") throw new SftpRefusal(STATUS_CODE.FAILURE, "Not a directory");
    return found;
  }

  async close(handle: Buffer): Promise<void> {
    const found = this.#find(handle);
    this.#open.delete(handle.readUInt32BE(0));
    if (found.kind === "file") await found.file.close();
  }

  async closeAll(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(open.map((one) => (one.kind === "file" ? one.file.close() : undefined)));
  }

  #find(handle: Buffer): OpenFile | OpenFolder {
    const found = handle.length === 4 ? this.#open.get(handle.readUInt32BE(0)) : undefined;
    if (!found) throw new SftpRefusal(STATUS_CODE.FAILURE, "No such handle");
    return found;
  }
}
