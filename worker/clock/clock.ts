import { asLeader } from "~/platform/db.server";
import { presentTime } from "~/platform/time.server";
import { attempt, recorded } from "./attempt";
import type { Leadership } from "./leadership";

/** A tick with its timing. */
export interface Timed {
  job: string;
  everyMs: number;
  run: () => Promise<unknown>;
  /** Time of a run before the next beat; null if none is needed. */
  nextAt?: () => Promise<Date | null>;
}

/** Runs each tick on its beat in the process that leads it, never twice at a time, and at once when woken. */
export class Clock {
  readonly #leadership: Leadership;
  readonly #beats = new Map<string, Beat>();

  constructor(leadership: Leadership, ticks: Timed[]) {
    this.#leadership = leadership;
    for (const tick of ticks) this.#beats.set(tick.job, new Beat(tick, leadership));
  }

  start(): void {
    for (const beat of this.#beats.values()) beat.schedule(0);
  }

  /** Begins one more tick. */
  add(tick: Timed): void {
    const beat = new Beat(tick, this.#leadership);
    this.#beats.set(tick.job, beat);
    beat.schedule(0);
  }

  /** Ends a tick, after the run that is under way. */
  async remove(job: string): Promise<void> {
    const beat = this.#beats.get(job);
    this.#beats.delete(job);
    await beat?.stop();
  }

  wake(job: string): void {
    this.#beats.get(job)?.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#beats.values()].map((beat) => beat.stop()));
  }
}

/** With a lease of 10 s, this lets the first tick run within 15 s of a leader's end. */
const TAKEOVER_MS = 2_000;
const REST_MS = 1_000;
/** Prevents a busy loop if a time that has come does not pass. */
const EARLIEST_MS = 250;

class Beat {
  readonly job: string;
  readonly #tick: Timed;
  readonly #leadership: Leadership;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(tick: Timed, leadership: Leadership) {
    this.job = tick.job;
    this.#tick = tick;
    this.#leadership = leadership;
  }

  schedule(inMs: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#running = this.#once()), inMs);
  }

  wake(): void {
    if (this.#running) this.#again = true;
    else this.schedule(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #once(): Promise<void> {
    const startedMs = performance.now();
    this.#again = false;
    const done = await attempt(
      this.job,
      () => this.#work(),
      () => this.#stopped,
    ).catch(() => null);
    this.#running = null;
    if (!done) return this.schedule(Math.min(this.#tick.everyMs, REST_MS));
    // A process that does not lead checks more often than slow ticks run, to take over in time (A39).
    const beatMs = done.leads ? this.#tick.everyMs : Math.min(this.#tick.everyMs, TAKEOVER_MS);
    const restMs = Math.max(0, beatMs - (performance.now() - startedMs));
    const earlierMs = done.nextAt ? Math.max(EARLIEST_MS, done.nextAt.getTime() - presentTime().getTime()) : Infinity;
    this.schedule(this.#again ? 0 : Math.min(restMs, earlierMs));
  }

  async #work(): Promise<{ leads: boolean; nextAt: Date | null }> {
    const lead = await this.#leadership.take(this.job);
    if (!lead) return { leads: false, nextAt: null };
    return await asLeader(lead, async () => {
      await recorded(this.job, this.#tick.run);
      return { leads: true, nextAt: (await this.#tick.nextAt?.()) ?? null };
    });
  }
}
