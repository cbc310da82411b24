import type { FreeRow } from "./read-free.server";

/** Checks whether a row has a free GPU, on a whole node or a part of one. */
export function hasFree({ free_gpus, free_fragmented_gpus }: FreeRow): boolean {
  return free_gpus + free_fragmented_gpus > 0;
}
