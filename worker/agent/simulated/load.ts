import type { GpuModel } from "./model";

/** CPU load, 100 being one core, at which simulated GPUs are busy to about two thirds. */
const SCALE_PCT = 60;
/** Each further GPU of a task is a little less busy, as when one program feeds them in turn. */
const LESS_PER_GPU = 0.03;
const IDLE_MB = 3;
const SHARE_AT_FULL_LOAD = 0.6;

/** Simulates the GPU load of a program from its processor load: the same figures for the same load. */
export function simulatedLoad(given: { gpus: number; model: GpuModel; cpuPct: number; memMb: number }): {
  busy: number[];
  memMb: number[];
} {
  const { gpus, model, cpuPct, memMb } = given;
  const full = 1 - Math.exp(-cpuPct / SCALE_PCT);
  const shares = Array.from({ length: gpus }, (_, index) => full * Math.max(0, 1 - index * LESS_PER_GPU));
  return {
    busy: shares.map((share) => Math.round(share * 1000) / 10),
    memMb: shares.map((share) => {
      const used = share < 0.01 ? IDLE_MB : memMb + share * SHARE_AT_FULL_LOAD * model.memoryMb;
      return Math.round(Math.min(used, model.memoryMb));
    }),
  };
}
