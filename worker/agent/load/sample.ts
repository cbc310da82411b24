import type { LoadSample } from "~/fleet/agent-messages";
import type { NodeHardware } from "../probes/sysinfo";
import type { NodeTasks } from "../runtime";
import { miningSign } from "./mining";

/** Real processor time and memory of each running task, and what its GPUs do; simulated ones follow the processor. */
export class LoadSampler {
  readonly #tasks: NodeTasks;
  readonly #hardware: NodeHardware;
  readonly #mining = new Map<string, string>();

  constructor(tasks: NodeTasks, hardware: NodeHardware) {
    this.#tasks = tasks;
    this.#hardware = hardware;
  }

  sample(): LoadSample[] {
    const alive = this.#tasks.alive();
    for (const id of this.#mining.keys()) if (!alive.has(id)) this.#mining.delete(id);
    return [...alive].flatMap((id) => this.#sampleOf(id) ?? []);
  }

  /** The sign of coin mining seen at the last sample, or an empty text. */
  miningSign(placementId: string): string {
    return this.#mining.get(placementId) ?? "";
  }

  #sampleOf(placementId: string): LoadSample | null {
    const file = this.#tasks.file(placementId);
    if (!file) return null;
    if (file.agent === "block-mining") this.#mining.set(placementId, miningSign(this.#tasks.pids(placementId)));
    const load = this.#tasks.load(placementId);
    if (!load) return null;
    const [cpuPct, memMb] = [oneDecimal(load.cpuPct), oneDecimal(load.memMb)];
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

function oneDecimal(value: number): number {
  return Math.round((value + Number.EPSILON) * 10) / 10;
}
