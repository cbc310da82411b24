import { WINDOW_BYTES } from "~/fleet/agent-window";
import { LinkStream, StreamEnd } from "./link-stream";

/** A Socket.IO socket, on either side. */
export interface Wire {
  connected: boolean;
  emit(name: string, ...given: unknown[]): unknown;
  on(name: string, listener: (...given: unknown[]) => void): unknown;
  disconnect(): unknown;
}

/** Streams that one link carries at once. */
const STREAMS_MAX = 1_000;
const OPEN_WITHIN_MS = 10_000;
/** Length of the other side's reason, which screens may show. */
const WORD_MAX = 20;
/**
 * Limit of data without a stream: messages in flight when streams ended, a window and some messages for each, and as
 * much in total. It counts bytes and not messages, for a program may write single bytes.
 */
const STRAYS_OF_STREAM = WINDOW_BYTES + 200;

/** Answers a request for a stream: true opens it, a word is the reason for a refusal. */
export type Accept = (request: unknown, stream: LinkStream) => Promise<true | string>;

/**
 * Streams over one socket. One side opens them, the other accepts; each has a number of the opener. Messages of an
 * ended stream are ignored, since both sides may end it at once.
 */
export class Link {
  readonly #wire: Wire;
  readonly #streams = new Map<number, LinkStream>();
  readonly #opening = new Map<number, (answer: true | string) => void>();
  #next = 1;
  #held = 0;
  #strays = 0;

  constructor(wire: Wire, accept: Accept | null) {
    this.#wire = wire;
    if (accept) wire.on("open", (id, request) => void this.#accept(accept, id, request));
    else
      wire.on("opened", (id, answer) =>
        at(this.#opening, id)?.(answer === true || typeof answer !== "string" ? true : answer.slice(0, WORD_MAX)),
      );
    wire.on("data", (id, bytes) => this.#of(id, bytes)?.takeData(bytes));
    wire.on("taken", (id, bytes) => this.#of(id)?.takeTaken(bytes));
    wire.on("end", (id) => this.#of(id)?.takeEnd());
    wire.on("close", (id) => this.#of(id)?.takeClose());
    wire.on("control", (id, message) => this.#of(id)?.onControl(message));
    wire.on("disconnect", () => this.end());
  }

  get count(): number {
    return this.#streams.size;
  }

  /** Opens a stream. @throws StreamEnd with the other side's reason, or `timeout`, `too_many`, `gone`. */
  async open(request: unknown): Promise<LinkStream> {
    if (this.#streams.size >= STREAMS_MAX) throw new StreamEnd("too_many");
    if (!this.#wire.connected) throw new StreamEnd("gone");
    const id = this.#next++;
    const stream = this.#hold(id);
    const answer = await new Promise<true | string>((resolve) => {
      const timer = setTimeout(() => resolve("timeout"), OPEN_WITHIN_MS);
      this.#opening.set(id, (given) => {
        clearTimeout(timer);
        resolve(given);
      });
      stream.once("close", () => this.#opening.get(id)?.("gone"));
      this.#wire.emit("open", id, request);
    });
    this.#opening.delete(id);
    if (answer === true && !stream.destroyed) return stream;
    stream.destroy();
    throw new StreamEnd(answer === true ? "gone" : answer);
  }

  /** Ends all its streams; the caller owns the socket. */
  end(): void {
    for (const stream of [...this.#streams.values()]) stream.destroy(new StreamEnd("gone"));
  }

  async #accept(accept: Accept, id: unknown, request: unknown): Promise<void> {
    if (typeof id !== "number" || this.#streams.has(id)) return;
    if (this.#streams.size >= STREAMS_MAX) return void this.#say("opened", id, "too_many");
    const stream = this.#hold(id);
    const answer = await accept(request, stream).catch(() => "failed");
    this.#say("opened", id, answer);
    if (answer !== true) stream.destroy();
  }

  #hold(id: number): LinkStream {
    const stream = new LinkStream({
      data: (bytes) => this.#say("data", id, bytes),
      taken: (bytes) => this.#say("taken", id, bytes),
      end: () => this.#say("end", id),
      close: () => this.#say("close", id),
      control: (message) => this.#say("control", id, message),
    });
    this.#streams.set(id, stream);
    this.#held += 1;
    stream.once("close", () => this.#streams.delete(id));
    return stream;
  }

  #of(id: unknown, bytes?: unknown): LinkStream | undefined {
    const stream = at(this.#streams, id);
    if (stream) return stream;
    this.#strays += bytes instanceof Uint8Array ? Math.max(1, bytes.length) : 1;
    // Windows bound what streams bring; this bounds what belongs to none.
    if (this.#strays > STRAYS_OF_STREAM * (1 + this.#held)) this.#wire.disconnect();
    return undefined;
  }

  /** Sends a message now: Socket.IO would keep it while the socket is down, and send it to the next one. */
  #say(name: string, id: number, given?: unknown): void {
    if (this.#wire.connected) this.#wire.emit(name, id, given);
  }
}

/** Looks up an id of the other side, which may send anything: converting an object could throw, and end this process. */
function at<Value>(map: ReadonlyMap<number, Value>, id: unknown): Value | undefined {
  return typeof id === "number" ? map.get(id) : undefined;
}
