import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { commitLine } from "./commit-line";
import { storeBatches } from "./store-batches.server";

/** Events per transaction; a single batch may have a thousand. */
const AT_ONCE = 2_000;
/** Events in the line beyond which a batch is refused: its sender would give up before its turn. */
const WAITING_MAX = 50_000;
const AGAIN_S = 5;

/** Stores a batch together with others that wait in this process. */
export const storeInLine = commitLine({
  sizeOf: ({ events }: Parameters<typeof storeBatches>[0][number]) => events.length,
  atOnce: AT_ONCE,
  // One is written while another is prepared: locks are taken in one order, so there is no deadlock.
  parallel: 2,
  together: storeBatches,
  waitingMax: WAITING_MAX,
  full: () =>
    new Refusal(M.tooManyRequests({ seconds: AGAIN_S }), { status: 429, headers: { "Retry-After": String(AGAIN_S) } }),
});
