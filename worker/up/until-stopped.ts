import { constants } from "node:os";
import { watchNpm } from "./parent.mjs";

/**
 * Does the work of a program that ends by itself, and ends the process: with 0, with 1 and the error in a line, or where a
 * signal or the end of npm stops it, with what a shell expects. `signal` tells the work to give up; whatever it has begun,
 * it must have ended when it returns or throws. A work that comes to its end all the same has not been stopped.
 */
export async function untilStopped(
  work: (signal: AbortSignal) => Promise<void>,
  { stopped }: { /** State after the stop, in words. */ stopped: string },
): Promise<never> {
  const stopping = new AbortController();
  let by = 0;
  const stop = (number: number) => {
    // A terminal and npm send two at once: what comes after the first changes nothing.
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
