import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { LOG_TEXT_MAX_BYTES, type LogChunk } from "./messages";
import type { Tasks } from "./task/tasks";

interface Source {
  file: string;
  stream: "out" | "err";
}

/** Sends what a task's files grow by, at most one chunk a second per placement; where it was stands on disk. */
export class LogTail {
  readonly #tasks: Tasks;
  readonly #emit: (chunk: LogChunk) => void;

  constructor(tasks: Tasks, emit: (chunk: LogChunk) => void) {
    this.#tasks = tasks;
    this.#emit = emit;
  }

  send(): void {
    for (const { placementId } of this.#tasks.find()) {
      const folder = this.#tasks.folder(placementId);
      // The server's own lines, and what the customer's program writes to ~/task.log.
      const sources: Source[] = [
        { file: join(folder.root, "task.log"), stream: "err" },
        { file: join(folder.home, "task.log"), stream: "out" },
      ];
      for (const source of sources) if (this.#sendFrom(placementId, folder.root, source)) break;
    }
  }

  #sendFrom(placementId: string, root: string, { file, stream }: Source): boolean {
    if (!existsSync(root)) return false;
    const mark = join(root, `sent-${stream}`);
    const from = existsSync(mark) ? Number(readFileSync(mark, "utf8")) : 0;
    const text = readFrom(file, from);
    if (text === null) return false;
    // The offset in the file is the number: sent twice, it is stored once. Odd and even keep both files apart.
    const seq = from * 2 + (stream === "out" ? 1 : 0);
    this.#emit({
      placement_id: placementId,
      seq,
      ts: Math.floor(Date.now() / 1000),
      stream,
      text: text.toString("utf8"),
    });
    writeFileSync(mark, String(from + text.length));
    return true;
  }
}

/** The next bytes of a regular file. A link is not followed: the customer could point it at a file of the machine. */
function readFrom(file: string, from: number): Buffer | null {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(handle);
    const length = stat.isFile() ? Math.min(stat.size - from, LOG_TEXT_MAX_BYTES / 2) : 0;
    if (length <= 0) return null;
    const buffer = Buffer.alloc(length);
    const read = readSync(handle, buffer, 0, length, from);
    return buffer.subarray(0, read);
  } finally {
    closeSync(handle);
  }
}
