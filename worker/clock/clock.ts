import { asLeader, db, transaction } from "~/db.server";
import { PartFailed } from "~/domain/for-each";
import { log } from "../log";
import type { Leadership } from "./leadership";

export interface Tick {
  job: string;
  everyMs: number;
  run: () => Promise<unknown>;
  /** When it has to run before its next beat; null when it need not. */
  nextAt?: () => Promise<Date | null>;
}

/** Runs each tick on its beat in the process that leads it, never twice at a time, and at once when woken. */
export class Clock {
  readonly #leadership: Leadership;
  readonly #beats: Beat[];

  constructor(leadership: Leadership, ticks: Tick[]) {
    this.#leadership = leadership;
    this.#beats = ticks.map((tick) => new Beat(tick, this.#leadership));
  }

  start(): void {
    for (const beat of this.#beats) beat.schedule(0);
  }

  wake(job: string): void {
    this.#beats.find((beat) => beat.job === job)?.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#beats.map((beat) => beat.stop()));
  }
}

const MISSED_BEATS = 3;
/** With a lease of 10 s this leaves room for the first tick within 15 s of a leader's end. */
const TAKEOVER_MS = 2_000;
const REST_MS = 1_000;
/** Never a busy loop, should a moment that has come not pass. */
const EARLIEST_MS = 250;

class Beat {
  readonly job: string;
  readonly #tick: Tick;
  readonly #leadership: Leadership;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  /** The fault of the last beat, in words. */
  #failing: string | null = null;

  constructor(tick: Tick, leadership: Leadership) {
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
    let leads = false;
    let nextAt: Date | null = null;
    try {
      const lead = await this.#leadership.take(this.job);
      leads = lead !== null;
      if (lead) nextAt = await asLeader(lead, () => this.#lead());
      if (this.#failing) log.info({ job: this.job }, "works again");
      this.#failing = null;
    } catch (error) {
      const fault = String(error);
      // Said once, not at every beat: an outage of the database would fill the log.
      if (this.#failing !== fault && !this.#stopped)
        log.error({ job: this.job, err: error }, "tick failed, trying again");
      this.#failing = fault;
      await countFault(this.job).catch(() => {});
    }
    this.#running = null;
    if (this.#failing !== null) return this.schedule(Math.min(this.#tick.everyMs, REST_MS));
    // Who does not lead asks more often than slow ticks run, to take over in time (A39).
    const beatMs = leads ? this.#tick.everyMs : Math.min(this.#tick.everyMs, TAKEOVER_MS);
    const restMs = Math.max(0, beatMs - (performance.now() - startedMs));
    const earlierMs = nextAt ? Math.max(EARLIEST_MS, nextAt.getTime() - Date.now()) : Infinity;
    this.schedule(this.#again ? 0 : Math.min(restMs, earlierMs));
  }

  async #lead(): Promise<Date | null> {
    const fault = await this.#tick.run().then(
      () => null,
      (error: unknown) => error,
    );
    // The fault of one tenant or step takes no web process out of service: the rest of the tick was done (/readyz).
    if (fault !== null && !(fault instanceof PartFailed)) throw fault;
    await recordTick(this.job, this.#tick.everyMs * MISSED_BEATS);
    if (fault) throw fault;
    return (await this.#tick.nextAt?.()) ?? null;
  }
}

/** For the metric; a tick that never worked has no row, and is missed by /readyz. */
async function countFault(job: string): Promise<void> {
  await db.query(`update job_tick set faults = faults + 1 where job = $1`, [job]);
}

/** Notes a tick for /readyz; `since` begins again when the series was broken for longer than `gapMs`. */
async function recordTick(job: string, gapMs: number): Promise<void> {
  await transaction((tx) =>
    tx.query(
      `insert into job_tick (job, at, since, worker) values ($1, now(), now(), $2)
       on conflict (job) do update set
         since = case when excluded.at - job_tick.at > $3 * interval '1 millisecond' then excluded.at else job_tick.since end,
         at = excluded.at, worker = excluded.worker`,
      [job, String(process.pid), gapMs],
    ),
  );
}
