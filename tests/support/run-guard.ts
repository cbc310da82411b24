import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";

/** All processes of a guarded run carry the run's name in this variable. */
export const TEST_RUN = "MILLRACE_TEST_RUN";

/**
 * Starts a guard, which outlives this process: when this one ends, in any way, the guard ends all processes started
 * from here on. Without it the products of a killed run would keep running. It is never told to go earlier: the
 * processes of the tests carry the run's name too, and Vitest waits a minute for one that ended without a goodbye.
 */
export function guardRun(): { guard: ChildProcess } {
  const run = randomUUID();
  // A separate process group: Ctrl-C at a terminal is for the run.
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
