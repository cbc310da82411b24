import { Transform, type TransformCallback } from "node:stream";
import type { TaskAnswer } from "./response-head";

const CHUNK_LINE_MAX = 1024;
const TRAILERS_MAX = 16 * 1024;

/** Body of a program's answer without its framing; it fails if the answer is cut off. */
export function answerBody(body: TaskAnswer["body"]): Transform | null {
  if (body.kind === "length") return new Exactly(body.bytes);
  return body.kind === "chunked" ? new Dechunk() : null;
}

/** A body of a known length; later bytes do not belong to this answer. */
class Exactly extends Transform {
  #left: number;

  constructor(bytes: number) {
    super();
    this.#left = bytes;
    if (bytes === 0) this.push(null);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#left === 0) return done();
    const own = chunk.subarray(0, this.#left);
    this.#left -= own.length;
    this.push(own);
    if (this.#left === 0) this.push(null);
    done();
  }

  override _flush(done: TransformCallback): void {
    done(this.#left > 0 ? new Error("the answer is cut off") : null);
  }
}

type State = "size" | "data" | "after" | "trailers" | "over";

/** The chunks of an answer, whose sizes may arrive in pieces. */
class Dechunk extends Transform {
  #state: State = "size";
  #line = "";
  #left = 0;
  #trailers = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length && this.#state !== "over") {
      if (this.#state === "data") {
        const own = chunk.subarray(at, at + this.#left);
        this.push(own);
        at += own.length;
        this.#left -= own.length;
        if (this.#left === 0) this.#state = "after";
        continue;
      }
      const end = chunk.indexOf(10, at);
      this.#line += chunk.toString("latin1", at, end < 0 ? chunk.length : end);
      if (this.#line.length > CHUNK_LINE_MAX) return done(new Error("a chunk's size is too long"));
      if (end < 0) return done();
      at = end + 1;
      const wrong = this.#take(this.#line.replace(/\r$/, ""));
      this.#line = "";
      if (wrong) return done(new Error(wrong));
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    done(this.#state === "over" ? null : new Error("the answer is cut off"));
  }

  /** Error in the line, if there is one. */
  #take(line: string): string | null {
    if (this.#state === "after") {
      this.#state = "size";
      return line === "" ? null : "a chunk is longer than its size";
    }
    if (this.#state === "trailers") {
      this.#trailers += line.length;
      if (line === "") {
        this.#state = "over";
        this.push(null);
      }
      return this.#trailers > TRAILERS_MAX ? "the trailers are too long" : null;
    }
    const [, size] = /^([0-9a-fA-F]{1,12})[ \t]*(;.*)?$/.exec(line) ?? [];
    if (size === undefined) return "a chunk has no size";
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? "trailers" : "data";
    return null;
  }
}
