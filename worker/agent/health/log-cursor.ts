import { createHash } from "node:crypto";
import { z } from "zod";

/** The last events without a time: by them the place up to which the log was read is found again. */
const TAIL = 32;

/** Position in a kernel log. */
export const logPlaceSchema = z.object({
  /** The last time, and how many events had it. */
  readToS: z.number(),
  readAtS: z.number().optional(),
  /** Number of events without a time, and the last of them; without these only the number counts. */
  readUntimed: z.number(),
  readTail: z.array(z.string()).optional(),
});
type LogPlace = z.infer<typeof logPlaceSchema>;

/** Finds the new events of a log that is read repeatedly from its beginning. */
export class LogCursor {
  #toS: number;
  #atS: number;
  #untimed: number;
  #tail: string[] | undefined;

  constructor(kept: LogPlace = { readToS: -1, readAtS: 0, readUntimed: 0 }) {
    const { readToS, readAtS = Number.MAX_SAFE_INTEGER, readUntimed, readTail } = kept;
    [this.#toS, this.#atS, this.#untimed, this.#tail] = [readToS, readAtS, readUntimed, readTail];
  }

  get place(): LogPlace {
    const tail = this.#tail ? { readTail: this.#tail } : {};
    return { readToS: this.#toS, readAtS: this.#atS, readUntimed: this.#untimed, ...tail };
  }

  /** Returns the lines not read before, in their order. Processors may write their times slightly out of order. */
  unread<Event extends { bootS: number | null }>(events: readonly Event[]): Event[] {
    const keys = events.filter(({ bootS }) => bootS === null).map(keyOf);
    const read = this.#readOf(keys);
    let [untimed, toS, atS] = [0, -1, 0];
    const fresh = events.filter(({ bootS }) => {
      if (bootS === null) {
        untimed += 1;
        return untimed > read;
      }
      atS = bootS > toS ? 1 : atS + 1;
      toS = Math.max(toS, bootS);
      return toS > this.#toS || (toS === this.#toS && atS > this.#atS);
    });
    if (toS > this.#toS) [this.#toS, this.#atS] = [toS, atS];
    else if (toS === this.#toS) this.#atS = Math.max(this.#atS, atS);
    // A file that was emptied is read from its beginning.
    [this.#untimed, this.#tail] = [untimed, keys.slice(-TAIL)];
    return fresh;
  }

  /** Number of these events that were read: as many as before, or fewer if the oldest have left the log. */
  #readOf(keys: readonly string[]): number {
    const tail = this.#tail;
    let read = Math.min(this.#untimed, keys.length);
    const ended = () => keys.slice(Math.max(0, read - TAIL), read);
    while (tail && !ended().every((key, at, { length }) => key === tail.at(at - length))) read -= 1;
    return read;
  }
}

/** Without the details: more lines may follow them. */
function keyOf(event: object): string {
  return createHash("sha256")
    .update(JSON.stringify({ ...event, detail: "" }))
    .digest("base64url")
    .slice(0, 16);
}
