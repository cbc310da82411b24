import { readFileSync } from "node:fs";
import type { TaskLoad } from "../runtime";

const CLOCK_TICKS = 100;
const KIB_PER_MIB = 1024;

interface Last {
  atMs: number;
  /** Processor ticks by process, so that an ended process subtracts nothing. */
  ticks: Map<number, number>;
}

/** Processor time and memory of tasks, summed over their processes. */
export class ProcessLoad {
  readonly #last = new Map<string, Last>();

  read(placementId: string, pids: number[]): TaskLoad | null {
    const atMs = performance.now();
    const ticks = new Map(pids.map((pid) => [pid, ticksOf(pid)]));
    const last = this.#last.get(placementId);
    this.#last.set(placementId, { atMs, ticks });
    if (!last) return null;
    let used = 0;
    for (const [pid, now] of ticks) used += Math.max(0, now - (last.ticks.get(pid) ?? 0));
    const seconds = (atMs - last.atMs) / 1000;
    return {
      cpuPct: (used / CLOCK_TICKS / seconds) * 100,
      memMb: pids.reduce((sum, pid) => sum + memoryKib(pid), 0) / KIB_PER_MIB,
    };
  }

  forget(placementId: string): void {
    this.#last.delete(placementId);
  }
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/** Proportional memory: pages that processes share count once. */
function memoryKib(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
