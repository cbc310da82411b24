import { presentLead } from "~/db.server";
import { PartFailed } from "~/domain/for-each";
import type { ThreadAnswer, ThreadJob, ThreadJobs, ThreadRequest } from "./thread-jobs";

type Input<Job extends ThreadJob> = Parameters<ThreadJobs[Job]>[0];
type Value<Job extends ThreadJob> = Awaited<ReturnType<ThreadJobs[Job]>>;

interface Waiting {
  request: ThreadRequest;
  triesLeft: number;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  work?: Waiting;
  timer?: ReturnType<typeof setTimeout>;
}

interface PoolOptions {
  threads: number;
  /** A job that takes longer loses its thread and is tried once more on a new one. */
  limitMs: number;
  /** File of the thread's program. */
  program: URL;
}

/**
 * Bun worker threads that take jobs, so that a slow job never delays the tick of another. A thread that dies or
 * passes the time limit is replaced. Jobs are idempotent by keys in the database, so trying again is safe. The lead
 * under which a job is asked for goes with it.
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

  run<Job extends ThreadJob>(job: Job, input?: Input<Job>): Promise<Value<Job>> {
    return new Promise((resolve, reject) => {
      const request = { id: ++this.#lastId, job, input, lead: presentLead() };
      this.#queue.push({ request, triesLeft: 1, resolve: (value) => resolve(value as Value<Job>), reject });
      this.#handOut();
    });
  }

  close(): void {
    this.#closed = true;
    for (const thread of this.#threads) {
      clearTimeout(thread.timer);
      thread.worker.terminate();
      thread.work?.reject(new Error("the worker is stopping"));
    }
    this.#threads.clear();
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Error("the worker is stopping"));
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
      thread.worker.postMessage(next.request);
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
    else work?.reject(new Error(`${work.request.job} lost its thread twice`));
    this.#addThread();
    this.#handOut();
  }
}
