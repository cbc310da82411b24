import { type Lead, presentLead } from "~/platform/db.server";
import { PartFailed } from "~/platform/for-each";
import type { TickName } from "~/platform/ticks";
import { presentTime } from "~/platform/time.server";
import { isTracing } from "~/platform/tracing.server";
import type { Timed } from "./clock/clock";

/** Work of a tick's threads: to run, or to find when it must run before its next beat. */
type Part = "run" | "nextAt";

/** Crosses a thread border, as its answer does: plain data only. */
export interface ThreadRequest {
  id: number;
  tick: TickName;
  part: Part;
  lead: Lead | undefined;
  /** The present time: a thread never reads a clock. */
  nowMs: number;
}

/** `part`: the rest of the work is done. */
export type ThreadAnswer = { id: number; value: unknown } | { id: number; error: string; part: boolean };

/** The last message to a thread, which it sends back once its traces are sent. */
export const LAST = "last";

interface Waiting {
  request: Omit<ThreadRequest, "nowMs">;
  triesLeft: number;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  work?: Waiting;
  timer?: ReturnType<typeof setTimeout>;
}

const SEND_WITHIN_MS = 1_500;

interface PoolOptions {
  threads: number;
  /** Time after which the work loses its thread and is retried once on a new one. */
  limitMs: number;
  /** File of the thread's program. */
  program: URL;
}

/**
 * Bun worker threads that do the ticks' work, so that a slow tick delays no other. A thread that dies or passes the
 * time limit is replaced. Ticks are idempotent by keys in the database, so a retry is safe. The lead of a tick is
 * passed on with its work.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #queue: Waiting[] = [];
  #lastId = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let index = 0; index < options.threads; index += 1) this.#addThread();
  }

  run(tick: TickName, part: Part = "run"): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        request: { id: ++this.#lastId, tick, part, lead: presentLead() },
        triesLeft: 1,
        resolve,
        reject,
      });
      this.#handOut();
    });
  }

  /** The ticks for the clock, with their work done here. */
  timed(ticks: readonly { name: TickName; every: number; nextAt?: unknown }[]): Timed[] {
    return ticks.map(({ name, every, nextAt }) => ({
      job: name,
      everyMs: every * 1000,
      run: () => this.run(name),
      ...(nextAt ? { nextAt: async () => (await this.run(name, "nextAt")) as Date | null } : {}),
    }));
  }

  /** Ends the threads, and the work that they have. */
  async close(): Promise<void> {
    this.#closed = true;
    if (isTracing()) await Promise.all([...this.#threads].map((thread) => thread.work ?? this.#sentTraces(thread)));
    for (const thread of this.#threads) {
      clearTimeout(thread.timer);
      thread.worker.terminate();
      thread.work?.reject(new Error("the worker is stopping"));
    }
    this.#threads.clear();
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Error("the worker is stopping"));
  }

  /** Resolves when an idle thread has sent its traces, or could not in time. */
  #sentTraces({ worker }: Thread): Promise<void> {
    return new Promise((resolve) => {
      worker.onmessage = () => resolve();
      worker.postMessage(LAST);
      setTimeout(resolve, SEND_WITHIN_MS);
    });
  }

  #addThread(): void {
    const thread: Thread = { worker: new Worker(this.#options.program) };
    thread.worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => this.#finish(thread, data);
    thread.worker.onerror = () => this.#replace(thread);
    thread.worker.addEventListener("close", () => this.#replace(thread));
    this.#threads.add(thread);
  }

  #handOut(): void {
    for (const thread of this.#threads) {
      if (thread.work) continue;
      const next = this.#queue.shift();
      if (!next) return;
      thread.work = next;
      thread.timer = setTimeout(() => this.#replace(thread), this.#options.limitMs);
      thread.worker.postMessage({ ...next.request, nowMs: presentTime().getTime() } satisfies ThreadRequest);
    }
  }

  #finish(thread: Thread, answer: ThreadAnswer): void {
    clearTimeout(thread.timer);
    const work = thread.work;
    thread.work = undefined;
    if (work?.request.id === answer.id) {
      if ("error" in answer) work.reject(answer.part ? new PartFailed([], answer.error) : new Error(answer.error));
      else work.resolve(answer.value);
    }
    this.#handOut();
  }

  #replace(thread: Thread): void {
    if (this.#closed || !this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.worker.terminate();
    const work = thread.work;
    if (work && work.triesLeft > 0) this.#queue.unshift({ ...work, triesLeft: work.triesLeft - 1 });
    else work?.reject(new Error(`${work.request.tick} lost its thread twice`));
    this.#addThread();
    this.#handOut();
  }
}
