import { TICK_NAMES, TICK_SECONDS } from "~/domain/ticks";
import type { ThreadPool } from "../pool";
import type { Tick } from "./clock";

/** The singleton ticks of the pool (A39). What each does is one use-case of the domain. */
export function ticks(pool: ThreadPool): Tick[] {
  return TICK_NAMES.map((job) => ({
    job,
    everyMs: TICK_SECONDS[job] * 1000,
    run: () => pool.run(job),
    // The beat is the safety net: it runs at the very second at which the next tenant's money ends (B8).
    ...(job === "balance" ? { nextAt: () => pool.run("next-zero") } : {}),
  }));
}
