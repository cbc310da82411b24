import { randomUUID } from "node:crypto";
import * as forecasts from "~/rehearsal/forecast-queue.server";
import type { ForecastOutcome } from "~/rehearsal/run-forecast.server";
import { claimRehearsal, endRun, loseRun, PLACES, renewRuns, returnRuns, type Run } from "~/rehearsal/run-queue.server";
import type { RehearsalOutcome } from "~/rehearsal/run-rehearsal.server";
import { presentTime } from "~/platform/time.server";
import { log } from "../log";
import type { ThreadAnswer, ThreadRequest, Work } from "./thread";

const PROGRAM = new URL("./thread.ts", import.meta.url);
/** Time between two looks for work that waits, or that another worker left, if nobody wakes the runner. */
const LOOK_EVERY_MS = 5_000;

/** A queue in the database, which decides between workers. */
interface RunQueue<Outcome> {
  work: Work;
  /** Runs at the same time in a worker. */
  places: number;
  claim(at: { holder: string; now: Date }): Promise<Run | null>;
  /** Returns the holders of those that still run. */
  renew(runs: readonly (Run & { progress: number })[], now: Date): Promise<string[]>;
  end(run: Run, outcome: Outcome, now: Date): Promise<void>;
  lose(run: Run, now: Date): Promise<void>;
  giveBack(runs: readonly Run[]): Promise<void>;
}

/** At most `PLACES` run in the whole installation. */
export const REHEARSALS: RunQueue<RehearsalOutcome> = {
  ...{ work: "rehearsal", places: PLACES, claim: claimRehearsal, renew: renewRuns },
  ...{ end: endRun, lose: loseRun, giveBack: returnRuns },
};

/** One each hour in the whole installation. */
export const FORECASTS: RunQueue<ForecastOutcome> = {
  ...{ work: "forecast", places: 1, claim: forecasts.claimForecast, renew: forecasts.renewForecasts },
  ...{ end: forecasts.endForecast, lose: forecasts.loseForecast, giveBack: forecasts.returnForecasts },
};

interface Running extends Run {
  thread: Worker;
  progress: number;
}

/**
 * Runs what waits in a queue, rehearsals or forecasts, each in a thread of its own (A42, A45). The thread only computes:
 * this process claims a run, renews its lease, and stores its progress and its whole outcome. A run without its lease –
 * cancelled, deleted, or taken for dead – ends.
 */
export class Runner<Outcome> {
  readonly #runs = new Set<Running>();
  readonly #queue: RunQueue<Outcome>;
  #stopped = false;
  #lookAtMs = 0;

  constructor(queue: RunQueue<Outcome>) {
    this.#queue = queue;
  }

  /** The next turn looks for work that waits. */
  wake(): void {
    this.#lookAtMs = 0;
  }

  /** One turn: what still runs is renewed, and what waits begins as far as there is room. */
  async turn(now: Date): Promise<void> {
    await this.#renew(now);
    if (now.getTime() < this.#lookAtMs) return;
    this.#lookAtMs = now.getTime() + LOOK_EVERY_MS;
    try {
      await this.#fill(now);
    } catch (error) {
      // The next turn, without a look, would count as one that works again.
      this.wake();
      throw error;
    }
  }

  /** Begins work that waits as long as there is room. */
  async #fill(now: Date): Promise<void> {
    while (this.#runs.size < this.#queue.places && !this.#stopped) {
      const run = await this.#queue.claim({ holder: randomUUID(), now });
      if (!run) return;
      if (this.#stopped) return await this.#queue.giveBack([run]);
      this.#begin(run, now);
    }
  }

  /** Ends the threads; their work waits again, at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const runs = [...this.#runs];
    for (const run of runs) this.#leave(run);
    if (runs.length > 0) await this.#queue.giveBack(runs);
  }

  async #renew(now: Date): Promise<void> {
    const runs = [...this.#runs];
    if (runs.length === 0) return;
    const held = await this.#queue.renew(runs, now);
    for (const run of runs) if (!held.includes(run.holder)) this.#leave(run);
  }

  #begin(run: Run, now: Date): void {
    const running: Running = { ...run, thread: new Worker(PROGRAM), progress: 0 };
    const { thread } = running;
    this.#runs.add(running);
    thread.onmessage = ({ data }: MessageEvent<ThreadAnswer<Outcome>>) => void this.#hear(running, data);
    thread.onerror = ({ message }) => void this.#lose(running, message);
    thread.addEventListener("close", () => void this.#lose(running, "its thread ended"));
    thread.postMessage({ work: this.#queue.work, id: run.id, nowMs: now.getTime() } satisfies ThreadRequest);
  }

  async #hear(running: Running, answer: ThreadAnswer<Outcome>): Promise<void> {
    if ("progress" in answer) running.progress = answer.progress;
    else if ("error" in answer) await this.#lose(running, answer.error);
    else if (this.#leave(running))
      await this.#store(running, () => this.#queue.end(running, answer.outcome, presentTime()));
  }

  async #lose(running: Running, error: string): Promise<void> {
    if (!this.#leave(running)) return;
    log.warn({ [this.#queue.work]: running.id, error }, `a ${this.#queue.work} broke off`);
    await this.#store(running, () => this.#queue.lose(running, presentTime()));
  }

  /** Without the database its lease ends, and it is begun again. */
  async #store({ id }: Running, write: () => Promise<void>): Promise<void> {
    const { work } = this.#queue;
    await write().catch((err: unknown) => log.warn({ [work]: id, err }, `the end of a ${work} was not stored`));
  }

  #leave(running: Running): boolean {
    if (!this.#runs.delete(running)) return false;
    this.wake();
    running.thread.terminate();
    return true;
  }
}
