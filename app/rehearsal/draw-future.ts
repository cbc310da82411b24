import type { Chance } from "~/platform/chance";
import type { Past, PastTask } from "./plan";
import { SIZES, sizeOf } from "./summarise";

const HOUR_S = 3600;
const DAY_S = 86_400;
const WEEK_HOURS = 168;
/** Weeks of the past from which the future is drawn. */
export const WEEKS_MAX = 8;
export const WEEKS_MIN = 2;
/** With fewer runs that lasted as long, a task lasts as long again in half of the samples. */
const RUNS_MIN = 5;

type Run = Pick<PastTask, "gpusMin" | "maxSeconds">;

/**
 * Draws what comes from what was. The tasks of each coming hour are those of the same weekday and hour of a past week;
 * a task whose end is unknown ends like one of its size that ran at least as long (A45).
 */
export class FutureOf {
  private readonly arrivals: readonly PastTask[];
  private readonly runs: number[][];
  /** Weeks of the past that had tasks from their first day on, at most `WEEKS_MAX`. */
  readonly weeks: number;
  private readonly nowS: number;

  constructor(past: Past) {
    this.nowS = past.untilS;
    // What ran or waited when the past began came before it.
    this.arrivals = past.tasks.filter(({ acceptedS, held }) => typeof acceptedS !== "number" && !held);
    const firstS = this.arrivals[0]?.submitS ?? this.nowS;
    this.weeks = Math.min(WEEKS_MAX, Math.floor((this.nowS - firstS + DAY_S) / (WEEK_HOURS * HOUR_S)));
    this.runs = SIZES.map(() => []);
    for (const { gpusMin, heldS, ended, real } of this.arrivals)
      if (real?.startS !== null && ended !== "still running") this.runs[sizeOf(gpusMin)]?.push(heldS);
    for (const runs of this.runs) runs.sort((a, b) => a - b);
  }

  /** The tasks of the next `hours`, in the order of their arrival. */
  arrive(hours: number, chance: Chance): PastTask[] {
    const tasks: PastTask[] = [];
    for (let hour = 0; hour < hours; hour += 1) {
      const laterS = chance.whole(1, this.weeks) * WEEK_HOURS * HOUR_S;
      const fromS = this.nowS + hour * HOUR_S - laterS;
      for (let at = this.firstFrom(fromS); ; at += 1) {
        const task = this.arrivals[at];
        if (!task || task.submitS >= fromS + HOUR_S) break;
        tasks.push(this.again(task, laterS, chance));
      }
    }
    return tasks;
  }

  /** Seconds that a task still runs after `ranS`. */
  lasts({ gpusMin, maxSeconds }: Run, ranS: number, chance: Chance): number {
    const runs = this.runs[sizeOf(gpusMin)] ?? [];
    const longer = runs.length - lowest(runs.length, (at) => (runs[at] ?? 0) >= ranS);
    const drawnS =
      longer < RUNS_MIN
        ? Math.max(ranS, HOUR_S) * (1 / (1 - chance.next()) - 1)
        : (runs[runs.length - chance.whole(1, longer)] ?? 0) - ranS;
    const declaredS = maxSeconds > 0 ? maxSeconds - ranS : Infinity;
    return Math.max(1, Math.ceil(Math.min(drawnS, declaredS)));
  }

  private again(task: PastTask, laterS: number, chance: Chance): PastTask {
    const { submitS, leavesS, real } = task;
    const drawn = { ...task, id: `${task.id}~`, submitS: submitS + laterS, leavesS: leavesS ? leavesS + laterS : null };
    if (Number.isFinite(task.heldS)) return drawn;
    const ranS = this.nowS - (real?.startS ?? this.nowS);
    const heldS = ranS + this.lasts(task, ranS, chance);
    return { ...drawn, heldS, chargedS: heldS };
  }

  private firstFrom(atS: number): number {
    return lowest(this.arrivals.length, (at) => (this.arrivals[at]?.submitS ?? Infinity) >= atS);
  }
}

/** The lowest place at which that is true; `count` if it is nowhere. It stays true after it. */
function lowest(count: number, isTrue: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
