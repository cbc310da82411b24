import type { ThreadPool } from "../pool";
import type { Tick } from "./clock";

/** The singleton ticks of the pool and their beat (A39). What each does is one use-case of the domain. */
export function ticks(pool: ThreadPool): Tick[] {
  return [
    { job: "scheduler", everyMs: 1_000, run: () => pool.run("scheduler") },
    { job: "advance", everyMs: 1_000, run: () => pool.run("advance") },
    { job: "health", everyMs: 1_000, run: () => pool.run("health") },
    { job: "billing", everyMs: 60_000, run: () => pool.run("billing") },
    // The beat is the safety net: it runs at the very second at which the next tenant's money ends (B8).
    { job: "balance", everyMs: 5_000, run: () => pool.run("balance"), nextAt: () => pool.run("next-zero") },
  ];
}
