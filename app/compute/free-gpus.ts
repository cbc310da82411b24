import type { FreeRow } from "./read-free.server";

/** Counts the free GPUs of a row, on whole nodes and on parts of them. */
export function freeGpus({ free_gpus, free_fragmented_gpus }: FreeRow): number {
  return free_gpus + free_fragmented_gpus;
}

export function hasFree(row: FreeRow): boolean {
  return freeGpus(row) > 0;
}
