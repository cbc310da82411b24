import { storeInLine } from "./inside/intake/batch-line.server";
import { readEvent } from "./inside/intake/event";
import { checkBatch, type Taken } from "./inside/intake/store-batches.server";

/**
 * Takes in the events of a request, each once per key of the source (4.2); good ones are stored even when others are rejected,
 * and the answer comes when they are.
 * @param validate only says what would become of them (A2).
 */
export async function ingestEvents(given: {
  sourceId: number;
  events: readonly unknown[];
  validate: boolean;
  now: Date;
}): Promise<Taken> {
  const { sourceId, events, validate, now } = given;
  const batch = { sourceId, events: events.map((one) => readEvent(one, now)), receivedAt: now };
  return validate ? await checkBatch(batch) : await storeInLine(batch);
}
