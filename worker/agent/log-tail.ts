import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOG_TEXT_MAX_BYTES, type LogChunk } from "~/fleet/agent-messages";
import { ifThereIsRoom } from "./if-there-is-room";
import type { NodeTasks } from "./runtime";
import { readSmallFile } from "./task/folder";

/** A file with log lines of a task. */
export interface LogSource {
  file: string;
  stream: "out" | "err";
}

/** Bytes at the end of an ended task's output that are still sent; its folder is kept until then. */
const LAST_BYTES = 200_000;
/** Any byte may become a replacement character of three bytes; even then no stored chunk is cut. */
const CHUNK_BYTES = Math.floor(LOG_TEXT_MAX_BYTES / 3);

/** Position in a file up to which the control plane has its output, and the total of bytes that it has. */
interface Mark {
  offset: number;
  sent: number;
  /** Bytes after it that are sent next, or were sent without an answer yet: sent again, they must be the same chunk. */
  unanswered: number;
  /** True while their answer may still come. */
  awaits: boolean;
  /** Bytes before it that are never sent. */
  leftOut: number;
}

/** Sends a chunk; false when it could not be sent now. `onAnswer`: whether the control plane has it. */
export type EmitLogs = (chunk: LogChunk, onAnswer: (taken: boolean) => void) => boolean;

/**
 * Sends new output of a task's files, at most one chunk a second per file, and again until it is taken: the control
 * plane's database, or the connection, may fail meanwhile. Its position is on disk for the next agent. On a full disk
 * it is kept in memory only, and lines may be sent again.
 */
export class LogTail {
  readonly #tasks: NodeTasks;
  /** Positions by file. */
  #marks = new Map<string, Mark>();
  readonly #emit: EmitLogs;

  constructor(tasks: NodeTasks, emit: EmitLogs) {
    this.#tasks = tasks;
    this.#emit = emit;
  }

  /** Returns the placements that may have more. */
  send(): Set<string> {
    const before = this.#marks;
    const unsent = new Set<string>();
    this.#marks = new Map();
    for (const { placementId, alive } of this.#tasks.find()) {
      const root = this.#tasks.root(placementId);
      if (!existsSync(root)) continue;
      const sources = this.#tasks.logs(placementId);
      for (const { stream } of sources)
        this.#marks.set(markOf(root, stream), before.get(markOf(root, stream)) ?? readMark(markOf(root, stream)));
      if (sources.some((source) => this.#sendFrom(placementId, root, source, alive))) unsent.add(placementId);
    }
    return unsent;
  }

  /** Returns false if there is nothing to send, and nothing that awaits its answer. */
  #sendFrom(placementId: string, root: string, { file, stream }: LogSource, alive: boolean): boolean {
    const mark = this.#marks.get(markOf(root, stream)) ?? noMark();
    if (mark.awaits) return true;
    const size = sizeOf(file);
    if (size === null) return false;
    // A file that became shorter was started again; the numbers continue.
    if (size < mark.offset + mark.unanswered)
      Object.assign(mark, { offset: 0, sent: mark.sent + mark.unanswered, unanswered: 0 });
    if (!alive && mark.unanswered === 0) {
      const more = Math.max(0, size - LAST_BYTES - mark.offset);
      Object.assign(mark, { offset: mark.offset + more, leftOut: mark.leftOut + more });
    }
    const text = readFrom(file, mark.offset, mark.unanswered || CHUNK_BYTES);
    if (text === null) return false;
    const { offset, sent, leftOut } = mark;
    // A line's number is its position in all output ever sent, so that a repeated line is stored once. Odd and even
    // numbers distinguish the two files.
    const seq = sent * 2 + (stream === "out" ? 1 : 0);
    const note = leftOut > 0 ? `[${leftOut} bytes are left out]\n` : "";
    const ts = Math.floor(Date.now() / 1000);
    const onAnswer = (taken: boolean) => {
      const { length } = text;
      Object.assign(mark, {
        awaits: false,
        ...(taken ? noMark({ offset: offset + length, sent: sent + length }) : {}),
      });
    };
    // Noted before it is sent: after a crash, its number must not come with more text, which would count as known.
    if (mark.unanswered === 0) {
      mark.unanswered = text.length;
      ifThereIsRoom(() => writeFileSync(markOf(root, stream), `${offset} ${sent} ${text.length}`));
    }
    mark.awaits = this.#emit(
      { placement_id: placementId, seq, ts, stream, text: note + text.toString("utf8") },
      onAnswer,
    );
    return true;
  }
}

function noMark(known: Partial<Mark> = {}): Mark {
  return { offset: 0, sent: 0, unanswered: 0, awaits: false, leftOut: 0, ...known };
}

function markOf(root: string, stream: LogSource["stream"]): string {
  return join(root, `sent-${stream}`);
}

/** Reads a position; the beginning if none is noted, or if a power cut damaged the note. */
function readMark(file: string): Mark {
  const parts = /^(\d{1,15})(?: (\d{1,15}))?(?: (\d{1,5}))?$/.exec(readSmallFile(file) ?? "");
  const [, offset = 0, sent = offset, unanswered = 0] = parts ?? [];
  return noMark({ offset: Number(offset), sent: Number(sent), unanswered: Number(unanswered) });
}

/** Null if the file is missing, or the customer has closed its folder. */
function sizeOf(file: string): number | null {
  try {
    const stat = lstatSync(file);
    return stat.isFile() ? stat.size : null;
  } catch {
    return null;
  }
}

/** The next bytes of a regular file. A link is not followed: the customer could point it at a file of the machine. */
function readFrom(file: string, from: number, mostBytes: number): Buffer | null {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(handle);
    const length = stat.isFile() ? Math.min(stat.size - from, mostBytes) : 0;
    if (length <= 0) return null;
    const buffer = Buffer.alloc(length);
    const read = readSync(handle, buffer, 0, length, from);
    return buffer.subarray(0, wholeCharacters(buffer.subarray(0, read)));
  } finally {
    closeSync(handle);
  }
}

/** Length without an incomplete character at the end. If there is nothing else, its bytes are passed on. */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
