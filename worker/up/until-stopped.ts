import { constants } from "node:os";
import { watchNpm } from "./parent.mjs";

/**
 * Runs a program's work and ends the process: with 0, with 1 and the error in a line, or, after a signal or the end of
 * npm, with a shell's usual code. `signal` aborts the work, which must have ended everything it started when it returns
 * or throws. Work that completes anyway counts as completed.
 */
export async function untilStopped(
  work: (signal: AbortSignal) => Promise<void>,
  { stopped }: { /** State after the stop, in words. */ stopped: string },
): Promise<never> {
  const stopping = new AbortController();
  let by = 0;
  const stop = (number: number) => {
    // A terminal and npm send two at once: only the first counts.
    by ||= number;
    stopping.abort(new Error(`Stopped. ${stopped}`));
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop(constants.signals[name]));
  watchNpm(() => stop(constants.signals.SIGHUP));
  // The reader of our output may be gone, such as a closed terminal.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    await work(stopping.signal);
    process.exit(0);
  } catch (error) {
    const why = stopping.signal.aborted ? (stopping.signal.reason as Error) : error;
    console.error(why instanceof Error ? why.message : why);
    process.exit(by === 0 ? 1 : 128 + by);
  }
}
