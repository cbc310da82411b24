import { type Forecast, forecast } from "~/rehearsal/forecast";
import type { Past, PastNode, PastTask } from "~/rehearsal/plan";
import { type Outcome, type Placed, replayRow } from "~/rehearsal/replay";

export const WEEK_S = 604_800;

export function runForecast(past: Past, present: Past, seed = 1): Forecast | null {
  const turns = forecast(past, present, seed);
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  return turn.value;
}

/** What happens in a row of capacity, of which a forecast knows only the part before its moment. */
export class Truth {
  readonly outcome: Outcome;
  private readonly placed = new Map<string, Placed>();
  private readonly tasks: readonly PastTask[];
  private readonly nodes: readonly PastNode[];

  constructor(tasks: readonly PastTask[], nodes: readonly PastNode[]) {
    [this.tasks, this.nodes] = [tasks, nodes];
    const untilS = (tasks.at(-1)?.submitS ?? 0) + WEEK_S;
    const turns = replayRow({ tasks, nodes, changes: [], sampleEveryS: 3600, untilS, fromS: 0 }, (one) =>
      this.placed.set(one.task.id, one),
    );
    let turn = turns.next();
    while (!turn.done) turn = turns.next();
    this.outcome = turn.value;
  }

  /** Second at which a task started; Infinity: never. */
  startOf(id: string): number {
    return this.placed.get(id)?.atS ?? Infinity;
  }

  /** The forecast at that second. */
  forecastAt(nowS: number, seed = 1): Forecast {
    const made = runForecast(this.pastAt(nowS), this.presentAt(nowS), seed);
    if (!made) throw new Error("the past is too short");
    return made;
  }

  pastAt(nowS: number): Past {
    const fromS = nowS - 8 * WEEK_S;
    const known = this.tasks.filter(({ submitS }) => submitS >= fromS && submitS < nowS);
    return { fromS, untilS: nowS, tasks: known.map((task) => this.knownAt(task, nowS)), ...this.fleet() };
  }

  presentAt(nowS: number): Past {
    const open = this.tasks.flatMap((task): PastTask[] => {
      const { ended, heldS, real, ...known } = this.knownAt(task, nowS);
      if (task.submitS >= nowS || (ended !== "still running" && heldS !== Infinity)) return [];
      const held = real?.startS == null ? null : (this.placed.get(task.id)?.shares ?? null);
      return [{ ...known, ended, heldS, real, held, submitS: nowS, acceptedS: task.submitS }];
    });
    return { fromS: nowS, untilS: nowS + 1, tasks: open, ...this.fleet() };
  }

  private knownAt(task: PastTask, nowS: number): PastTask {
    const startS = this.startOf(task.id);
    const real = { startS: startS < nowS ? startS : null, endS: null, gpus: task.gpusMin, cents: 0 };
    if (startS + task.heldS <= nowS) return { ...task, real };
    return { ...task, real, ended: "still running", heldS: startS < nowS ? Infinity : 3600 };
  }

  private fleet(): Pick<Past, "nodes" | "changes" | "tenants"> {
    return { nodes: this.nodes, changes: [], tenants: new Map() };
  }
}
