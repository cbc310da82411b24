import type { Readable, Writable } from "node:stream";

/**
 * Passes one direction of two joined streams on: all data, as fast as it is taken, then the end; a loss stays a loss.
 * Data is still delivered when its source is gone: a `pipeline` of both directions would lose the other direction's
 * last bytes.
 */
export function flow(from: Readable, to: Writable): void {
  from.pipe(to);
  from.once("close", () => {
    if (!from.readableEnded) to.destroy();
  });
}
