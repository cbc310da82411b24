import { gb, overDiskMessage } from "~/compute/over-disk";
import type { NodeTasks } from "../runtime";

const REST_MS = 5_000;
/** A longer pause would be time in which a task that is slow to count fills the disk. */
const REST_MAX_MS = 300_000;
/** Factor of the pause after each count: a twentieth of a core at most, until the pause is the longest. */
const REST_PER_COUNTING = 20;
const WARN_AT = 0.9;

/**
 * Measures each running task's storage in the background, so that no report waits for it. A task near its limit gets a
 * warning in its log; one above it is ended.
 */
export class StorageWatch {
  readonly #tasks: NodeTasks;
  readonly #end: (placementId: string) => void;
  readonly #dueMs = new Map<string, number>();
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
    for (const placementId of this.#dueMs.keys()) if (!alive.has(placementId)) this.#forget(placementId);
    for (const placementId of alive) {
      const due = performance.now() >= (this.#dueMs.get(placementId) ?? 0);
      if (due && !this.#counting.has(placementId)) void this.#count(placementId);
    }
  }

  async #count(placementId: string): Promise<void> {
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
    const restMs = Math.min(REST_MAX_MS, Math.max(REST_MS, (endedMs - startedMs) * REST_PER_COUNTING));
    this.#dueMs.set(placementId, endedMs + restMs);
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
    this.#dueMs.delete(placementId);
    this.#warned.delete(placementId);
  }
}

function warningOf(usedBytes: number, mayBytes: number): string {
  const may = `${gb(mayBytes)} GB`;
  return `The files of this task take ${gb(usedBytes)} GB of the ${may} it may store. Remove some: above ${may} the task is stopped, and its files with it.`;
}
