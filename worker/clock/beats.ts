import { presentTime } from "~/platform/time.server";
import { traceIfBusy } from "~/platform/tracing.server";
import { attempt } from "./attempt";

/** Work of each worker, without a leader. */
export interface OwnRow {
  name: string;
  /** Seconds. */
  every: number;
  run: (at: { now: Date }) => Promise<unknown>;
}

/** Beats of a row that wait for a run that hangs; the next one goes ahead. */
const OVERTAKEN_AFTER = 3;

/** Runs each row on its beat in this process, one run of a row at a time. */
export function startBeats(rows: OwnRow[]): { stop: () => void } {
  const timers = rows.map(({ name, every, run }) => {
    let waited: number | null = null;
    const beat = async () => {
      if (waited !== null && (waited += 1) < OVERTAKEN_AFTER) return;
      waited = 0;
      await attempt(name, () => traceIfBusy(`beat ${name}`, () => run({ now: presentTime() }))).catch(() => {});
      waited = null;
    };
    return setInterval(() => void beat(), every * 1000);
  });
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
