import { appendChunks, type LogChunk, type LogLine } from "./log-lines";

/** The end of a log as a screen shows it. */
export interface LogTail {
  lines: LogLine[];
  /** Value of `after_seq` for the next `GET /v1/tasks/{resv_guid}/logs`. */
  nextSeq: number;
}

/** The tail with the chunks that follow it, at most the newest `most` lines. Those it has already are omitted. */
export function withChunks(tail: LogTail, chunks: readonly LogChunk[], most: number): LogTail {
  const more = chunks.filter((chunk) => chunk.seq > tail.nextSeq);
  const newest = more.at(-1);
  return newest ? { lines: appendChunks(tail.lines, more, most), nextSeq: newest.seq } : tail;
}

/** The tail, with the later lines of a newer loading of the same log. */
export function withLoaded(tail: LogTail, loaded: LogTail, most: number): LogTail {
  if (loaded.nextSeq <= tail.nextSeq) return tail;
  const at = new Map(tail.lines.map((line, index) => [line.key, index]));
  const first = loaded.lines.findIndex((line) => at.has(line.key));
  const kept = at.get(loaded.lines[first]?.key ?? "");
  // Without a line in common there may be a gap between both: then only the newer one is whole.
  if (kept === undefined) return loaded;
  return {
    lines: [...tail.lines.slice(0, kept), ...loaded.lines.slice(first)].slice(-most),
    nextSeq: loaded.nextSeq,
  };
}
