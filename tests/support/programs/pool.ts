// Runs the real pool with threads that hang, fail and die, and prints the results as one JSON line.
import type { TickName } from "~/platform/ticks";
import { ThreadPool } from "../../../worker/pool";

const pool = new ThreadPool({
  threads: 2,
  limitMs: 700,
  program: new URL("./pool-thread.ts", import.meta.url),
});

const settled = async (tick: TickName) => {
  try {
    return await pool.run(tick);
  } catch (error) {
    return String(error);
  }
};

const startedMs = performance.now();
const slow = settled("billing");
const quick = await settled("scheduler");
const quickMs = performance.now() - startedMs;
const results = {
  quick,
  beforeTheLimit: quickMs < 700,
  refused: await settled("health"),
  hung: await slow,
  died: await settled("balance"),
  afterwards: await Promise.all(Array.from({ length: 20 }, () => settled("scheduler"))),
};
console.log(JSON.stringify(results));
await pool.close();
process.exit(0);
