import { commitLine } from "./commit-line";
import { storeBatches } from "./store-batches.server";

/** Events of one transaction; a batch alone may have a thousand. */
const AT_ONCE = 2_000;

/** Stores a batch, and with it those that wait in this process. */
export const storeInLine = commitLine({
  sizeOf: ({ events }: Parameters<typeof storeBatches>[0][number]) => events.length,
  atOnce: AT_ONCE,
  // While one is written out the other is worked on: locks are taken in one order, so they wait and never block each other.
  parallel: 2,
  together: storeBatches,
});
