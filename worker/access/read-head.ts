import type { Readable } from "node:stream";

const HEAD_MAX_BYTES = 64 * 1024;
const EMPTY_LINE = Buffer.from("\r\n\r\n");

/** Reads an answer's head from a stream, without its empty line; the rest stays to be read. Null without a head. */
export async function readHead(stream: Readable): Promise<string | null> {
  let seen = Buffer.alloc(0);
  for (;;) {
    const end = seen.indexOf(EMPTY_LINE);
    if (end >= 0) {
      const rest = seen.subarray(end + EMPTY_LINE.length);
      if (rest.length > 0) stream.unshift(rest);
      return seen.toString("latin1", 0, end);
    }
    if (seen.length > HEAD_MAX_BYTES) return null;
    const chunk = await nextChunk(stream);
    if (chunk === null) return null;
    seen = Buffer.concat([seen, chunk]);
  }
}

async function nextChunk(stream: Readable): Promise<Buffer | null> {
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk) return chunk;
    if (stream.readableEnded || stream.destroyed) return null;
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const name of ["readable", "end", "close"]) stream.removeListener(name, done);
        resolve();
      };
      for (const name of ["readable", "end", "close"]) stream.once(name, done);
    });
  }
}
