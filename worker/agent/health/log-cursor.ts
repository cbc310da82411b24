import { z } from "zod";

/** Position in a kernel log. */
export const logPlaceSchema = z.object({
  /** The last time, and how many events had it. */
  readToS: z.number(),
  readAtS: z.number().optional(),
  /** Number of events without a time. */
  readUntimed: z.number(),
});
type LogPlace = z.infer<typeof logPlaceSchema>;

/** Finds the new events of a log that is read repeatedly from its beginning. */
export class LogCursor {
  #toS: number;
  #atS: number;
  #untimed: number;

  constructor(kept: LogPlace = { readToS: -1, readAtS: 0, readUntimed: 0 }) {
    const { readToS, readAtS = Number.MAX_SAFE_INTEGER, readUntimed } = kept;
    [this.#toS, this.#atS, this.#untimed] = [readToS, readAtS, readUntimed];
  }

  get place(): LogPlace {
    return { readToS: this.#toS, readAtS: this.#atS, readUntimed: this.#untimed };
  }

  /** Returns the lines not read before, in their order. Processors may write their times slightly out of order. */
  unread<Event extends { bootS: number | null }>(events: readonly Event[]): Event[] {
    let [untimed, toS, atS] = [0, -1, 0];
    const fresh = events.filter(({ bootS }) => {
      if (bootS === null) {
        untimed += 1;
        return untimed > this.#untimed;
      }
      atS = bootS > toS ? 1 : atS + 1;
      toS = Math.max(toS, bootS);
      return toS > this.#toS || (toS === this.#toS && atS > this.#atS);
    });
    if (toS > this.#toS) [this.#toS, this.#atS] = [toS, atS];
    else if (toS === this.#toS) this.#atS = Math.max(this.#atS, atS);
    // A file that was emptied is read from its beginning.
    this.#untimed = untimed;
    return fresh;
  }
}
