import { useEffect, useRef, useState } from "react";
import { appendChunks, type LogChunk, type LogLine } from "~/domain/tasks/log-lines";

const EVERY_MS = 2000;
const CHUNKS = 1000;
/** Kept on the screen; the download has all. */
const MOST_LINES = 5000;

interface Loaded {
  lines: LogLine[];
  nextSeq: number;
}

interface Following {
  /** False while paused, and for a log that nothing is added to any more. */
  on: boolean;
  resvGuid: string;
}

/** The lines that were loaded and, while followed, those written since: nothing is lost by a pause. */
export function useLogTail(loaded: Loaded, { on, resvGuid }: Following): LogLine[] {
  const [lines, setLines] = useState(loaded.lines);
  const after = useRef(loaded.nextSeq);
  useEffect(() => {
    if (!on) return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const chunks = document.visibilityState === "visible" ? await read(resvGuid, after.current) : [];
      if (stopped) return;
      const newest = chunks.at(-1);
      if (newest) {
        after.current = newest.seq;
        setLines((shown) => appendChunks(shown, chunks, MOST_LINES));
      }
      timer = setTimeout(() => void ask(), chunks.length === CHUNKS ? 0 : EVERY_MS);
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [on, resvGuid]);
  return lines;
}

async function read(resvGuid: string, after: number): Promise<LogChunk[]> {
  try {
    const path = `/v1/tasks/${resvGuid}/logs?after_seq=${after}&limit=${CHUNKS}`;
    const response = await fetch(path, { headers: { "X-Requested-With": "XMLHttpRequest" } });
    if (response.status === 401) window.location.reload();
    return response.ok ? ((await response.json()) as { lines: LogChunk[] }).lines : [];
  } catch {
    // Not reached now; the next time asks for the same lines again.
    return [];
  }
}
