import type { Readable, Writable } from "node:stream";

/**
 * One direction of two joined streams: all that comes, as fast as it is taken, then the end; a loss in place of an end is
 * handed on as a loss. What was given is still delivered when its source is gone: a `pipeline` of both directions would take
 * the other direction's last bytes with it.
 */
export function flow(from: Readable, to: Writable): void {
  from.pipe(to);
  from.once("close", () => {
    if (!from.readableEnded) to.destroy();
  });
}
