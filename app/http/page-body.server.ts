import { Writable } from "node:stream";

/**
 * Where React writes a page, and the body of the answer that it makes. React writes 2 KB at a time and says when it has
 * written all there is for now: until then it is one piece, since every piece is compressed and sent by itself.
 */
export function pageBody(): { sink: Writable; body: ReadableStream<Uint8Array> } {
  let written: Uint8Array[] = [];
  let passOn: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (passOn = controller),
    cancel: () => void sink.destroy(),
  });
  const flush = () => {
    if (written.length > 0 && !sink.destroyed) passOn.enqueue(Buffer.concat(written));
    written = [];
  };
  const sink = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      written.push(chunk);
      done();
    },
    final: (done) => {
      flush();
      passOn.close();
      done();
    },
    destroy: (error, done) => {
      if (error) passOn.error(error);
      done(error);
    },
  });
  return { sink: Object.assign(sink, { flush }), body };
}
