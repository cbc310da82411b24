import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { until } from "../../support/until";

/** Milliseconds between two wakings. */
const WAKE_EVERY = 25;

/** Wakes jobs of the worker until a condition holds: a worker that is still starting misses a waking. */
export async function waking(jobs: string[], what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const wakes = jobs.map((key) => ({ command: "wake" as const, key }));
  let asked = 0;
  await until(what, async () => {
    if (await isSo()) return true;
    if (asked++ % WAKE_EVERY === 0) await transaction((tx) => command(tx, wakes));
    return false;
  });
}
