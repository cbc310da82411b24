import { inSteps } from "~/compute/start-range";
import { chanceOf, type Chance } from "~/platform/chance";
import { asPphCents, asUnits, type Units, unitsFor, wholeCents, ZERO } from "~/money/units";
import { FutureOf, WEEKS_MIN } from "./draw-future";
import { FORECAST_HOURS } from "./limits";
import type { Past, PastTask } from "./plan";
import { type Outcome, replayRow } from "./replay";
import { rowsOf } from "./rows-of";

const HOUR_S = 3600;
const [, HOURS] = FORECAST_HOURS;
const SAMPLES_MAX = 40;
const SAMPLES_MIN = 8;
/** Tasks that all samples may play together; above it there are fewer samples. */
const TASKS_MAX = 400_000;
/** Queued tasks that get an estimate, from the front of each row's queue on. */
const STARTS_MAX = 1000;
/** The ends of a band: one of ten samples is below it, and one above. */
const [LOW, MIDDLE, HIGH] = [0.1, 0.5, 0.9];

/** The lowest and highest values of eight samples in ten, and the middle one; an entry for each hour. */
export interface Band {
  low: number[];
  middle: number[];
  high: number[];
}

/**
 * A cluster and GPU type, or the whole fleet (null): tasks that wait and GPUs that are free at the beginning of each hour,
 * whole cents of it, and those of all hours up to its end, whose band is narrower than the sum.
 */
export type ForecastRow = { clusterName: string | null; gpuType: string | null } & Record<keyof Sampled, Band>;

/** When a queued task starts; `untilS` null: in one of ten samples not within the forecast's time. */
export interface StartBand {
  id: string;
  fromS: number;
  untilS: number | null;
  /** Share of the samples in which it starts, 0 to 1. */
  share: number;
}

export interface Forecast {
  fromS: number;
  samples: number;
  /** Weeks of the past from which it is drawn. */
  weeks: number;
  /** The whole fleet first, then the rows of capacity by name. */
  rows: ForecastRow[];
  starts: StartBand[];
}

/** A sample of a row: a value for each hour. */
type Sampled = Record<"waiting" | "free" | "cents" | "centsUntil", number[]>;

/**
 * Plays the coming seven days several times, each with other arrivals and ends, on the scheduler's planner (A43, A45).
 * `present` is the past of the one second in which the forecast begins. Yields the share that is done; null: the past is
 * too short. Equal input and seed give an equal forecast.
 */
export function* forecast(past: Past, present: Past, seed: number): Generator<number, Forecast | null> {
  const future = new FutureOf(past);
  if (future.weeks < WEEKS_MIN) return null;
  const { fromS } = present;
  const ran = runsOf(past);
  const count = samplesFor(past, present, future.weeks);
  const names: Pick<ForecastRow, "clusterName" | "gpuType">[] = [];
  const sampled: Sampled[][] = [];
  const starts = new Map<string, number[]>();
  const ids = new Set(present.tasks.map(({ id }) => id));
  const isPresent = ({ id }: PastTask) => ids.has(id);
  for (let sample = 0; sample < count; sample += 1) {
    const chance = chanceOf(seed * SAMPLES_MAX + sample);
    const now = present.tasks.map((task) => lasting(task, ran.get(task.id) ?? 0, future, chance));
    const tasks = [...now, ...future.arrive(HOURS, chance)];
    const rows = rowsOf({ ...present, tasks }).filter((row) => row.nodes.length > 0 || row.tasks.some(isPresent));
    for (const [index, { clusterName, gpuType, ...row }] of rows.entries()) {
      const turns = replayRow({ ...row, fromS, untilS: fromS + HOURS * HOUR_S, sampleEveryS: HOUR_S });
      let turn = turns.next();
      for (; !turn.done; turn = turns.next()) yield (sample + (index + turn.value) / rows.length) / count;
      names[index] = { clusterName, gpuType };
      (sampled[index] ??= []).push(hoursOf(row.tasks, turn.value, fromS));
      addStarts(starts, row.tasks, turn.value, fromS);
      yield (sample + (index + 1) / rows.length) / count;
    }
  }
  const fleet = Array.from({ length: count }, (_, sample) => sumOf(sampled.flatMap((row) => row[sample] ?? [])));
  return {
    ...{ fromS, samples: count, weeks: future.weeks },
    rows: [
      { clusterName: null, gpuType: null, ...bandsOf(fleet) },
      ...names.map((name, index) => ({ ...name, ...bandsOf(sampled[index] ?? []) })),
    ],
    starts: [...starts].map(([id, startS]) => startOf(id, startS, fromS + HOURS * HOUR_S)),
  };
}

/** Seconds that each task with GPUs has had them. */
function runsOf({ tasks, untilS }: Past): Map<string, number> {
  return new Map(
    tasks.flatMap(({ id, heldS, real }) =>
      heldS === Infinity && real?.startS != null ? [[id, untilS - real.startS]] : [],
    ),
  );
}

function samplesFor(past: Past, present: Past, weeks: number): number {
  const each = present.tasks.length + past.tasks.length / weeks;
  return Math.min(SAMPLES_MAX, Math.max(SAMPLES_MIN, Math.floor(TASKS_MAX / Math.max(1, each))));
}

/** A task that waits or runs now, with an end. */
function lasting(task: PastTask, ranS: number, future: FutureOf, chance: Chance): PastTask {
  const heldS = future.lasts(task, ranS, chance);
  return { ...task, heldS, chargedS: heldS, ...(ranS > 0 && { heldFromS: task.submitS - ranS }) };
}

/** The hours of one sample: tasks that wait and free GPUs at the beginning of each, and what tasks are charged in it. */
function hoursOf(tasks: readonly PastTask[], { samples, startS, gpus, neverFits }: Outcome, fromS: number): Sampled {
  const units = Array.from({ length: HOURS }, (): Units => ZERO);
  for (const [index, { gpuPph, chargedS }] of tasks.entries()) {
    const start = startS[index] ?? NaN;
    if (Number.isNaN(start)) continue;
    const pph = asPphCents(Math.round(gpuPph * (gpus[index] ?? 0)));
    const [first, end] = [start - fromS, Math.min(start - fromS + chargedS, HOURS * HOUR_S)];
    for (let hour = Math.floor(first / HOUR_S); hour * HOUR_S < end; hour += 1) {
      const seconds = Math.min(end, (hour + 1) * HOUR_S) - Math.max(first, hour * HOUR_S);
      units[hour] = asUnits((units[hour] ?? ZERO) + unitsFor(pph, seconds));
    }
  }
  // Refused today, but accepted when there were more nodes: they wait on.
  const stuck = tasks.filter(({ submitS }, index) => submitS === fromS && neverFits[index] === 1).length;
  let until = ZERO;
  return {
    waiting: samples.map(({ tasksWaiting }) => tasksWaiting + stuck),
    free: samples.map(({ gpusInService, gpusBusy }) => gpusInService - gpusBusy),
    cents: units.map((one) => Number(wholeCents(one))),
    centsUntil: units.map((one) => Number(wholeCents((until = asUnits(until + one))))),
  };
}

/** Adds the starts of the tasks that wait now: they are those without GPUs in the first second. */
function addStarts(
  starts: Map<string, number[]>,
  tasks: readonly PastTask[],
  { startS }: Outcome,
  fromS: number,
): void {
  for (const [index, { id, submitS, held }] of tasks.entries()) {
    if (submitS > fromS) return;
    if (held || id.endsWith("~")) continue;
    const known = starts.get(id);
    if (!known && starts.size >= STARTS_MAX) continue;
    const start = startS[index] ?? NaN;
    const all = known ?? [];
    all.push(Number.isNaN(start) ? Infinity : start);
    starts.set(id, all);
  }
}

function sumOf(rows: readonly Sampled[]): Sampled {
  return figures((name) =>
    Array.from({ length: HOURS }, (_, hour) => rows.reduce((sum, row) => sum + (row[name][hour] ?? 0), 0)),
  );
}

function bandsOf(samples: readonly Sampled[]): Record<keyof Sampled, Band> {
  return figures((name) => {
    const hours = Array.from({ length: HOURS }, (_, hour) =>
      samples.map((sample) => sample[name][hour] ?? 0).sort((a, b) => a - b),
    );
    const at = (share: number) => hours.map((sorted) => Math.round(valueAt(sorted, share)));
    return { low: at(LOW), middle: at(MIDDLE), high: at(HIGH) };
  });
}

function figures<Value>(of: (name: keyof Sampled) => Value): Record<keyof Sampled, Value> {
  return { waiting: of("waiting"), free: of("free"), cents: of("cents"), centsUntil: of("centsUntil") };
}

function startOf(id: string, startS: number[], endS: number): StartBand {
  const sorted = startS.sort((a, b) => a - b);
  const { fromS, untilS } = inSteps(Math.min(endS, valueAt(sorted, LOW)), valueAt(sorted, HIGH));
  return {
    ...{ id, fromS },
    untilS: Number.isFinite(untilS) ? untilS : null,
    share: sorted.filter(Number.isFinite).length / sorted.length,
  };
}

/**
 * The value below which another draw lies with that likelihood: n sorted values divide the line into n + 1 equally likely
 * parts.
 */
function valueAt(sorted: readonly number[], share: number): number {
  const place = Math.min(sorted.length, Math.max(1, share * (sorted.length + 1)));
  const [below = NaN, above = NaN] = [sorted[Math.floor(place) - 1], sorted[Math.ceil(place) - 1]];
  return below === above ? below : below + (above - below) * (place % 1);
}
