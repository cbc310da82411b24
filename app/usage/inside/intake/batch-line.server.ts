import { presentSpan, type SpanRef, traced } from "~/platform/tracing.server";
import { noteStored } from "~/usage/inside/note-batch.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { commitLine } from "./commit-line";
import type { Batch } from "./judge-events.server";
import { storeBatches, type Taken } from "./store-batches.server";

/** Events per transaction, and what its last batch has beyond them. */
const AT_ONCE = 2_000;
/** Events in the line beyond which batches are refused: their senders would give up before their turn. */
const WAITING_MAX = 50_000;
/** Time in which a full line is stored at full speed. */
const AGAIN_S = 5;

interface Asked {
  batch: Batch;
  span: SpanRef | undefined;
}

const line = commitLine<Asked, Taken>({
  sizeOf: ({ batch }) => batch.events.length,
  senderOf: ({ batch }) => batch.sourceId,
  atOnce: AT_ONCE,
  // One is written while another is prepared: locks are taken in one order, so there is no deadlock.
  parallel: 2,
  together: async (asked) => {
    const spans = asked.flatMap(({ span }) => span ?? []);
    const store = () => storeBatches(asked.map(({ batch }) => batch));
    return await traced("store usage events", store, { within: spans[0], links: spans.slice(1) });
  },
  waitingMax: WAITING_MAX,
  full: (came, first) => {
    // As long as the first has waited: the sums may slow the line.
    const seconds = Math.max(
      AGAIN_S,
      Math.ceil((came.batch.receivedAt.getTime() - first.batch.receivedAt.getTime()) / 1000),
    );
    return new Refusal(M.lineFull({ seconds }), { status: 429, headers: { "Retry-After": String(seconds) } });
  },
});

/** Stores a batch together with others that wait in this process. */
export async function storeInLine(batch: Batch): Promise<Taken> {
  const { receivedAt } = batch;
  const taken = await line({ batch, span: presentSpan() });
  noteStored({ sourceId: batch.sourceId, receivedAt, accepted: taken.accepted });
  return taken;
}
