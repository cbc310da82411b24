import { traced } from "~/platform/tracing.server";
import { storeInLine } from "./inside/intake/batch-line.server";
import { readEvent } from "./inside/intake/event";
import { checkBatch, type Taken } from "./inside/intake/store-batches.server";

/**
 * Stores the events of a request, each once per key of the source (4.2). Good ones are stored even when others are
 * rejected, and the answer follows the commit. @param validate only reports what would happen to them (A2).
 */
export async function ingestEvents(given: {
  sourceId: number;
  events: readonly unknown[];
  validate: boolean;
  now: Date;
}): Promise<Taken> {
  const { sourceId, events, validate, now } = given;
  const read = await traced("read usage events", async () => events.map((one) => readEvent(one, now)));
  const batch = { sourceId, events: read, receivedAt: now };
  return validate ? await checkBatch(batch) : await storeInLine(batch);
}
