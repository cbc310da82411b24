import { useEffect, useRef, useState } from "react";
import type { LogChunk, LogLine } from "~/compute/log-lines";
import { type LogTail, withChunks, withLoaded } from "~/compute/log-tail";
import { CHUNKS_PER_ANSWER, followLog } from "./follow-log";

/** Lines kept on the screen; the download has all. */
const MOST_LINES = 5000;

interface Reading {
  resvGuid: string;
  /** False while paused. */
  following: boolean;
  /** The task may still write. */
  unfinished: boolean;
}

interface ShownLog {
  lines: LogLine[];
  /** More lines may come, or wait behind a pause. */
  more: boolean;
}

/**
 * The loaded lines and, while followed, later ones: nothing is lost by a pause, or by the end of the task, whose last
 * lines may arrive after it.
 */
export function useLogTail(loaded: LogTail, { resvGuid, following, unfinished }: Reading): ShownLog {
  const [tail, setTail] = useState(loaded);
  const [whole, setWhole] = useState(!unfinished);
  const newest = useRef(tail);
  const change = (next: LogTail) => {
    newest.current = next;
    setTail(next);
  };
  useEffect(() => change(withLoaded(newest.current, loaded, MOST_LINES)), [loaded]);

  const asking = unfinished ? following : !whole;
  useEffect(() => {
    if (!asking) return;
    return followLog({
      // A hidden page need not follow a running task. Once the task has ended, it must: nothing asks again later.
      ask: async () =>
        unfinished && document.visibilityState !== "visible" ? null : await read(resvGuid, newest.current.nextSeq),
      take: (chunks) => change(withChunks(newest.current, chunks, MOST_LINES)),
      ended: !unfinished,
      onComplete: () => setWhole(true),
    });
  }, [asking, unfinished, resvGuid]);

  const beforePause = useRef(tail.lines);
  if (following) beforePause.current = tail.lines;
  return { lines: beforePause.current, more: unfinished || !whole || beforePause.current !== tail.lines };
}

async function read(resvGuid: string, after: number): Promise<LogChunk[] | null> {
  try {
    const path = `/v1/tasks/${resvGuid}/logs?after_seq=${after}&limit=${CHUNKS_PER_ANSWER}`;
    const response = await fetch(path);
    if (response.status === 401) window.location.reload();
    return response.ok ? ((await response.json()) as { lines: LogChunk[] }).lines : null;
  } catch {
    // Not reached now; the next request asks for the same lines.
    return null;
  }
}
