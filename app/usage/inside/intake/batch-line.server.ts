import { presentSpan, type SpanRef, traced } from "~/platform/tracing.server";
import { noteStored } from "~/usage/inside/note-batch.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { commitLine } from "./commit-line";
import type { Batch } from "./judge-events.server";
import { storeBatches, type Taken } from "./store-batches.server";

/** Events per transaction; a single batch may have a thousand. */
const AT_ONCE = 2_000;
/** Events in the line beyond which a batch is refused: its sender would give up before its turn. */
const WAITING_MAX = 50_000;
const AGAIN_S = 5;

interface Asked {
  batch: Batch;
  span: SpanRef | undefined;
}

const line = commitLine<Asked, Taken>({
  sizeOf: ({ batch }) => batch.events.length,
  atOnce: AT_ONCE,
  // One is written while another is prepared: locks are taken in one order, so there is no deadlock.
  parallel: 2,
  together: async (asked) => {
    const spans = asked.flatMap(({ span }) => span ?? []);
    const store = () => storeBatches(asked.map(({ batch }) => batch));
    return await traced("store usage events", store, { within: spans[0], links: spans.slice(1) });
  },
  waitingMax: WAITING_MAX,
  full: () =>
    new Refusal(M.tooManyRequests({ seconds: AGAIN_S }), { status: 429, headers: { "Retry-After": String(AGAIN_S) } }),
});

/** Stores a batch together with others that wait in this process. */
export async function storeInLine(batch: Batch): Promise<Taken> {
  const { receivedAt } = batch;
  const taken = await line({ batch, span: presentSpan() });
  noteStored({ sourceId: batch.sourceId, receivedAt, accepted: taken.accepted });
  return taken;
}
