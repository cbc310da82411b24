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
/** So often its progress is told and its memory is looked at, during which it grows by some 100 MB at most. */
const TELL_EVERY_MS = 100;
const COLLECT_EVERY_MS = 5_000;

// Linux gives each thread a priority of its own; elsewhere it would be the whole worker's.
if (process.platform === "linux") setPriority(LOWEST);

let work: Work = "rehearsal";
let toldMs = 0;
let collectedMs = 0;
const tell = (answer: ThreadAnswer) => self.postMessage(answer);

/** Ends the run once it needs too much while it reads. */
const watch = setInterval(() => {
  if (isTooLarge()) end(tooLarge());
}, TELL_EVERY_MS);

self.onmessage = async ({ data: { id, nowMs, ...asked } }: MessageEvent<ThreadRequest>) => {
  takeTime(nowMs);
  ({ work } = asked);
  try {
    const run = work === "forecast" ? runForecast({ now: new Date(nowMs) }) : runRehearsal({ id });
    for (let turn = await run.next(); ; turn = await run.next()) {
      if (turn.done) return end(turn.value);
      if (performance.now() - toldMs < TELL_EVERY_MS) continue;
      if (isTooLarge()) return end(tooLarge());
      toldMs = performance.now();
      tell({ progress: turn.value });
      // Left to itself, the collector lets a thread grow to several times what it holds.
      if (performance.now() - collectedMs > COLLECT_EVERY_MS) {
        Bun.gc(true);
        collectedMs = performance.now();
      }
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

function tooLarge(): RehearsalOutcome | ForecastOutcome {
  const mb = MEMORY_MB;
  return work === "forecast" ? { fault: M.forecastMemory({ mb }) } : { faults: [M.rehearsalMemory({ mb })] };
}

function isTooLarge(): boolean {
  return heapSize() > MEMORY_MB * 1024 * 1024;
}
