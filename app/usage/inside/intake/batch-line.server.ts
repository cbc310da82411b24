import { presentSpan, type SpanRef, traced } from "~/platform/tracing.server";
import { noteStored } from "~/usage/inside/note-batch.server";
import { commitLine } from "./commit-line";
import type { Batch } from "./judge-events.server";
import { storeBatches, type Taken } from "./store-batches.server";

/** Events per transaction; a single batch may have a thousand. */
const AT_ONCE = 2_000;

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
});

/** Stores a batch together with others that wait in this process. */
export async function storeInLine(batch: Batch): Promise<Taken> {
  const { receivedAt } = batch;
  const taken = await line({ batch, span: presentSpan() });
  noteStored({ sourceId: batch.sourceId, receivedAt, accepted: taken.accepted });
  return taken;
}
