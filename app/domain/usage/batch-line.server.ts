import type { Batch } from "./judge-events.server";
import { storeBatches, type Taken } from "./store-batches.server";

/** Events of one transaction; a batch alone may have as many. */
const AT_ONCE = 2_000;

interface Waiting {
  batch: Batch;
  done: (taken: Taken) => void;
  failed: (error: unknown) => void;
}

let waiting: Waiting[] = [];
let storing = false;

/**
 * Stores a batch together with those that wait: while one transaction runs the next ones gather, so that many small batches
 * cost few commits. The answer comes after the commit. Where a shared transaction fails each batch is tried alone: nobody
 * suffers for another's.
 */
export async function storeInLine(batch: Batch): Promise<Taken> {
  return await new Promise<Taken>((done, failed) => {
    waiting.push({ batch, done, failed });
    if (!storing) void storeAll();
  });
}

async function storeAll(): Promise<void> {
  storing = true;
  // Those whose requests came with it are read first.
  await new Promise(setImmediate);
  while (waiting.length > 0) await store(takeNext());
  storing = false;
}

function takeNext(): Waiting[] {
  let [events, count] = [0, 0];
  for (const { batch } of waiting) {
    events += batch.events.length;
    if (count > 0 && events > AT_ONCE) break;
    count += 1;
  }
  const next = waiting.slice(0, count);
  waiting = waiting.slice(count);
  return next;
}

async function store(batches: readonly Waiting[]): Promise<void> {
  try {
    const taken = await storeBatches(batches.map(({ batch }) => batch));
    batches.forEach(({ done, failed }, at) => {
      const own = taken[at];
      if (own) done(own);
      else failed(new Error("a batch has no answer"));
    });
  } catch (error) {
    if (batches.length === 1) batches[0]?.failed(error);
    else await Promise.all(batches.map((one) => store([one])));
  }
}
