import { readFileSync } from "node:fs";
import type { LoadSample } from "~/domain/agent/messages";
import type { NodeHardware } from "../probes/sysinfo";
import { processesOfTask } from "../task/end-task";
import type { Tasks } from "../task/tasks";
import { miningSign } from "./mining";

const CLOCK_TICKS = 100;
const KIB_PER_MIB = 1024;

interface Last {
  atMs: number;
  /** Processor ticks by process, so that one that ends takes nothing away. */
  ticks: Map<number, number>;
}

/** Real processor time and memory of each running task, and what its GPUs do; simulated ones follow the processor. */
export class LoadSampler {
  readonly #agentDir: string;
  readonly #tasks: Tasks;
  readonly #hardware: NodeHardware;
  readonly #last = new Map<string, Last>();
  readonly #mining = new Map<string, string>();

  constructor(agentDir: string, tasks: Tasks, hardware: NodeHardware) {
    this.#agentDir = agentDir;
    this.#tasks = tasks;
    this.#hardware = hardware;
  }

  sample(): LoadSample[] {
    const alive = this.#tasks.alive();
    for (const id of this.#last.keys()) if (!alive.has(id)) this.#last.delete(id);
    return [...alive].flatMap((id) => this.#sampleOf(id) ?? []);
  }

  /** The sign of coin mining seen at the last sample, or an empty text. */
  miningSign(placementId: string): string {
    return this.#mining.get(placementId) ?? "";
  }

  #sampleOf(placementId: string): LoadSample | null {
    const file = this.#tasks.file(placementId);
    if (!file) return null;
    const pids = processesOfTask(this.#agentDir, placementId);
    if (file.agent === "block-mining") this.#mining.set(placementId, miningSign(pids));
    const atMs = performance.now();
    const ticks = new Map(pids.map((pid) => [pid, ticksOf(pid)]));
    const last = this.#last.get(placementId);
    this.#last.set(placementId, { atMs, ticks });
    if (!last) return null;
    let used = 0;
    for (const [pid, now] of ticks) used += Math.max(0, now - (last.ticks.get(pid) ?? 0));
    const seconds = (atMs - last.atMs) / 1000;
    const cpuPct = Math.round(((used / CLOCK_TICKS / seconds) * 100 + Number.EPSILON) * 10) / 10;
    const memMb = Math.round((pids.reduce((sum, pid) => sum + memoryKib(pid), 0) / KIB_PER_MIB) * 10) / 10;
    const gpu = this.#hardware.loadOf(file, { cpuPct, memMb });
    if (file.simulated) this.#tasks.showLoad(placementId, gpu);
    return {
      placement_id: placementId,
      gpu_busy: gpu.busy,
      gpu_mem_mb: gpu.memMb,
      cpu_pct: cpuPct,
      mem_mb: memMb,
    };
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
