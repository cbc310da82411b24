import { gb, overDiskMessage } from "~/compute/over-disk";
import type { NodeTasks } from "../runtime";

const REST_MS = 5_000;
/** Factor of the pause after each count: a twentieth of a core at most, however many files. */
const REST_PER_COUNTING = 20;
/** The factor while the disk has lost more room than the task may still take: half a core at most. */
const REST_WHILE_FILLING = 1;
const WARN_AT = 0.9;

/**
 * Measures each running task's storage in the background, so that no report waits for it. A task near its limit gets a
 * warning in its log; one above it is ended.
 */
export class StorageWatch {
  readonly #tasks: NodeTasks;
  readonly #end: (placementId: string) => void;
  readonly #rests = new Map<string, { dueMs: number; dueIfFilledMs: number; freeBytes: number }>();
  readonly #counting = new Map<string, AbortController>();
  readonly #warned = new Set<string>();

  /** `end` ends a task, unless that has begun. */
  constructor(tasks: NodeTasks, end: (placementId: string) => void) {
    this.#tasks = tasks;
    this.#end = end;
  }

  stop(): void {
    for (const counting of this.#counting.values()) counting.abort();
  }

  /** Starts due counts. Call it about every second. */
  look(): void {
    const alive = this.#tasks.alive();
    for (const [placementId, counting] of this.#counting) if (!alive.has(placementId)) counting.abort();
    for (const placementId of this.#rests.keys()) if (!alive.has(placementId)) this.#forget(placementId);
    const freeBytes = alive.size > 0 ? this.#tasks.freeBytes() : 0;
    for (const placementId of alive)
      if (!this.#counting.has(placementId) && this.#isDue(placementId, freeBytes))
        void this.#count(placementId, freeBytes);
  }

  #isDue(placementId: string, freeBytes: number): boolean {
    const rest = this.#rests.get(placementId);
    const nowMs = performance.now();
    return !rest || nowMs >= rest.dueMs || (nowMs >= rest.dueIfFilledMs && freeBytes < rest.freeBytes);
  }

  async #count(placementId: string, freeBytes: number): Promise<void> {
    const tasks = this.#tasks;
    const mayBytes = tasks.file(placementId)?.disk_bytes;
    if (mayBytes == null) return;
    const counting = new AbortController();
    this.#counting.set(placementId, counting);
    const startedMs = performance.now();
    // A folder that cannot be measured now, for example of a task that has just ended, is measured the next time.
    const usedBytes = await tasks.stored(placementId, mayBytes, counting.signal).catch(() => null);
    const endedMs = performance.now();
    this.#counting.delete(placementId);
    const dueMs = (factor: number) => endedMs + Math.max(REST_MS, (endedMs - startedMs) * factor);
    this.#rests.set(placementId, {
      dueMs: dueMs(REST_PER_COUNTING),
      dueIfFilledMs: dueMs(REST_WHILE_FILLING),
      freeBytes: freeBytes - (mayBytes - (usedBytes ?? 0)),
    });
    if (usedBytes !== null) this.#judge(placementId, usedBytes, mayBytes);
  }

  #judge(placementId: string, usedBytes: number, mayBytes: number): void {
    if (usedBytes > mayBytes) {
      this.#tasks.noteEnd(placementId, overDiskMessage({ usedBytes, mayBytes }));
      return this.#end(placementId);
    }
    if (usedBytes < mayBytes * WARN_AT) this.#warned.delete(placementId);
    else if (!this.#warned.has(placementId)) {
      this.#warned.add(placementId);
      this.#tasks.tell(placementId, warningOf(usedBytes, mayBytes));
    }
  }

  #forget(placementId: string): void {
    this.#rests.delete(placementId);
    this.#warned.delete(placementId);
  }
}

function warningOf(usedBytes: number, mayBytes: number): string {
  const may = `${gb(mayBytes)} GB`;
  return `The files of this task take ${gb(usedBytes)} GB of the ${may} it may store. Remove some: above ${may} the task is stopped, and its files with it.`;
}
