import { commitLine } from "./commit-line";
import { storeBatches } from "./store-batches.server";

/** Events per transaction; a single batch may have a thousand. */
const AT_ONCE = 2_000;

/** Stores a batch together with others that wait in this process. */
export const storeInLine = commitLine({
  sizeOf: ({ events }: Parameters<typeof storeBatches>[0][number]) => events.length,
  atOnce: AT_ONCE,
  // One is written while another is prepared: locks are taken in one order, so there is no deadlock.
  parallel: 2,
  together: storeBatches,
});
