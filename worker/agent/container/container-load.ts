import type { TaskLoad } from "../runtime";
import { type Groups, groupsOf } from "./control-groups";

interface Last {
  pid: number;
  groups: Groups;
  atMs: number;
  cpuUs: number;
  outOfMemory: number;
}

/** Processor time and memory of containers, as the kernel counts them. */
export class ContainerLoad {
  readonly #last = new Map<string, Last>();
  readonly #onOutOfMemory: (placementId: string) => void;

  constructor(onOutOfMemory: (placementId: string) => void) {
    this.#onOutOfMemory = onOutOfMemory;
  }

  read(placementId: string, { pid }: { pid: number }): TaskLoad | null {
    const before = this.#last.get(placementId);
    const last = before?.pid === pid ? before : null;
    const groups = last?.groups ?? groupsOf(pid);
    if (!groups) return null;
    const now = { pid, groups, atMs: performance.now(), cpuUs: groups.cpuUs(), outOfMemory: groups.outOfMemory() };
    this.#last.set(placementId, now);
    // Events before the first look count too; after a restart of the agent they are reported again.
    if (now.outOfMemory > (last?.outOfMemory ?? 0)) this.#onOutOfMemory(placementId);
    if (!last) return null;
    const elapsedUs = (now.atMs - last.atMs) * 1000;
    return { cpuPct: Math.max(0, ((now.cpuUs - last.cpuUs) / elapsedUs) * 100), memMb: groups.memMb() };
  }

  forget(placementId: string): void {
    this.#last.delete(placementId);
  }
}
