import { randomUUID } from "node:crypto";
import { claimRehearsal, endRun, loseRun, PLACES, renewRuns, returnRuns, type Run } from "~/rehearsal/run-queue.server";
import { presentTime } from "~/platform/time.server";
import { log } from "../log";
import type { ThreadAnswer, ThreadRequest } from "./thread";

/** Time between two looks for rehearsals that wait, or that another worker left, if nobody wakes the runner. */
const LOOK_EVERY_MS = 5_000;

interface Running extends Run {
  thread: Worker;
  progress: number;
}

/**
 * Runs rehearsals, each in a thread of its own (A42). The thread only computes: this process claims a rehearsal, renews
 * its lease, and stores its progress and its whole outcome. A run without its lease – cancelled, deleted, or taken for
 * dead – ends.
 */
export class RehearsalRunner {
  readonly #runs = new Set<Running>();
  readonly #program: URL;
  #stopped = false;
  #lookAtMs = 0;

  constructor(program = new URL("./thread.ts", import.meta.url)) {
    this.#program = program;
  }

  /** The next turn looks for waiting rehearsals. */
  wake(): void {
    this.#lookAtMs = 0;
  }

  /** One turn: what still runs is renewed, and waiting rehearsals begin as far as there is room. */
  async turn(now: Date): Promise<void> {
    await this.#renew(now);
    if (now.getTime() < this.#lookAtMs) return;
    this.#lookAtMs = now.getTime() + LOOK_EVERY_MS;
    while (this.#runs.size < PLACES && !this.#stopped) {
      const run = await claimRehearsal({ holder: randomUUID(), now });
      if (!run) return;
      if (this.#stopped) return await returnRuns([run]);
      this.#begin(run, now);
    }
  }

  /** Ends the threads; their rehearsals wait again, at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const runs = [...this.#runs];
    for (const run of runs) this.#leave(run);
    if (runs.length > 0) await returnRuns(runs);
  }

  async #renew(now: Date): Promise<void> {
    const runs = [...this.#runs];
    if (runs.length === 0) return;
    const held = await renewRuns(runs, now);
    for (const run of runs) if (!held.includes(run.holder)) this.#leave(run);
  }

  #begin(run: Run, now: Date): void {
    const running: Running = { ...run, thread: new Worker(this.#program), progress: 0 };
    const { thread } = running;
    this.#runs.add(running);
    thread.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => void this.#hear(running, data);
    thread.onerror = ({ message }) => void this.#lose(running, message);
    thread.addEventListener("close", () => void this.#lose(running, "its thread ended"));
    thread.postMessage({ id: run.id, nowMs: now.getTime() } satisfies ThreadRequest);
  }

  async #hear(running: Running, answer: ThreadAnswer): Promise<void> {
    if ("progress" in answer) running.progress = answer.progress;
    else if ("error" in answer) await this.#lose(running, answer.error);
    else if (this.#leave(running)) await this.#store(running, () => endRun(running, answer.outcome, presentTime()));
  }

  async #lose(running: Running, error: string): Promise<void> {
    if (!this.#leave(running)) return;
    log.warn({ rehearsal: running.id, error }, "a rehearsal broke off");
    await this.#store(running, () => loseRun(running, presentTime()));
  }

  /** Without the database its lease ends, and it is begun again. */
  async #store({ id }: Running, write: () => Promise<void>): Promise<void> {
    await write().catch((err: unknown) => log.warn({ rehearsal: id, err }, "the end of a rehearsal was not stored"));
  }

  #leave(running: Running): boolean {
    if (!this.#runs.delete(running)) return false;
    this.wake();
    running.thread.terminate();
    return true;
  }
}
