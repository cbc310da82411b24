import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";

/** All that a guarded run begins carries the run's name under this one. */
export const TEST_RUN = "MILLRACE_TEST_RUN";

/**
 * Begins a guard, which outlives this process: when this one ends, in whatever way, the guard ends all that was begun from
 * here on. Without it the products of a run that is killed would run on. It is never told to go earlier: the processes in
 * which the tests run carry the run's name too, and Vitest waits a minute for one that was ended before it said goodbye.
 */
export function guardRun(): { guard: ChildProcess } {
  const run = randomUUID();
  // A process group of its own: Ctrl-C at a terminal is for the run.
  const guard = spawn("node_modules/.bin/bun", ["tests/support/programs/end-run.ts", run], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  // Bun's pipes keep no process alive, and have no such method.
  (guard.stdin as Partial<Pick<Socket, "unref">>).unref?.();
  process.env[TEST_RUN] = run;
  return { guard };
}
