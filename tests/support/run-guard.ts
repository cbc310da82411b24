import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";

/** All that a guarded run begins carries the run's name under this one. */
export const TEST_RUN = "MILLRACE_TEST_RUN";

/**
 * Begins a guard, which outlives this process: when this one ends, in whatever way, the guard ends all that was begun from
 * here on. Without it the products of a run that is killed would run on.
 */
export function guardRun(): { guard: ChildProcess; release: () => void } {
  const run = randomUUID();
  // A process group of its own: Ctrl-C at a terminal is for the run.
  const guard = spawn("node_modules/.bin/bun", ["tests/support/programs/end-run.ts", run], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  process.env[TEST_RUN] = run;
  return { guard, release: () => guard.stdin?.end() };
}
