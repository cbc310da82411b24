// The thread of one rehearsal or forecast: computes it at the lowest priority, so that ticks go first, and within its memory.
import { heapSize } from "bun:jsc";
import { setPriority } from "node:os";
import { M } from "~/rehearsal/messages";
import { type ForecastOutcome, runForecast } from "~/rehearsal/run-forecast.server";
import { type RehearsalOutcome, runRehearsal } from "~/rehearsal/run-rehearsal.server";
import { takeTime } from "~/platform/time.server";

declare const self: Worker;

export type Work = "rehearsal" | "forecast";

export interface ThreadRequest {
  work: Work;
  id: number;
  /** The present time: a thread never reads a clock. */
  nowMs: number;
}

export type ThreadAnswer<Outcome = RehearsalOutcome | ForecastOutcome> =
  | { progress: number }
  | { outcome: Outcome }
  | { error: string };

const LOWEST = 19;
const MEMORY_MB = 1024;
const TELL_EVERY_MS = 500;

// Linux gives each thread a priority of its own; elsewhere it would be the whole worker's.
if (process.platform === "linux") setPriority(LOWEST);

let work: Work = "rehearsal";
let toldMs = 0;
const tell = (answer: ThreadAnswer) => self.postMessage(answer);

/** Ends the run once it needs too much; checked while it reads, too. */
const watch = setInterval(() => {
  if (!isTooLarge()) return;
  const mb = MEMORY_MB;
  end(work === "forecast" ? { fault: M.forecastMemory({ mb }) } : { faults: [M.rehearsalMemory({ mb })] });
}, TELL_EVERY_MS);

self.onmessage = async ({ data: { id, nowMs, ...asked } }: MessageEvent<ThreadRequest>) => {
  takeTime(nowMs);
  ({ work } = asked);
  try {
    const run = work === "forecast" ? runForecast({ now: new Date(nowMs) }) : runRehearsal({ id });
    for (let turn = await run.next(); ; turn = await run.next()) {
      if (turn.done) return end(turn.value);
      if (performance.now() - toldMs < TELL_EVERY_MS) continue;
      toldMs = performance.now();
      tell({ progress: turn.value });
      // Lets the timer run.
      await Bun.sleep(0);
    }
  } catch (error) {
    tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

function end(outcome: RehearsalOutcome | ForecastOutcome): void {
  clearInterval(watch);
  tell({ outcome });
}

function isTooLarge(): boolean {
  return heapSize() > MEMORY_MB * 1024 * 1024;
}
