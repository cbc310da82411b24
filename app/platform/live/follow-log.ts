import type { LogChunk } from "~/compute/log-lines";

export const CHUNKS_PER_ANSWER = 1000;
const EVERY_MS = 2000;
/** Empty answers in a row that end the log. A task's last lines may still arrive after its end. */
const EMPTY_ANSWERS = 2;
/** Time after the task's end from which missing answers are no longer awaited. */
const TIMEOUT_MS = 10_000;

interface Follow {
  /** Requests new chunks; null when the log cannot be read now. */
  ask: () => Promise<LogChunk[] | null>;
  take: (chunks: LogChunk[]) => void;
  /** True once the task has ended. Until then the requests never stop. */
  ended: boolean;
  onComplete: () => void;
  /** Shorter in tests. */
  everyMs?: number;
  timeoutMs?: number;
}

/** Follows a growing log until the returned function is called, or until the log of an ended task is complete. */
export function followLog(given: Follow): () => void {
  const { ask, take, ended, onComplete, everyMs = EVERY_MS, timeoutMs = TIMEOUT_MS } = given;
  const timesOutAtMs = Date.now() + timeoutMs;
  let empty = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const turn = async () => {
    const chunks = await ask();
    if (stopped) return;
    const count = chunks?.length ?? 0;
    if (chunks && count > 0) take(chunks);
    if (chunks) empty = count === 0 ? empty + 1 : 0;
    const timedOut = count === 0 && Date.now() >= timesOutAtMs;
    if (ended && (empty >= EMPTY_ANSWERS || timedOut)) return onComplete();
    timer = setTimeout(() => void turn(), count === CHUNKS_PER_ANSWER ? 0 : everyMs);
  };
  void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
