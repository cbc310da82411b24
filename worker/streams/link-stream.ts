import { Duplex } from "node:stream";
import { ReceiveWindow, SendWindow } from "~/fleet/agent-window";

/** Largest message: other bytes and reports get their turn in between. */
const PIECE_BYTES = 64 * 1024;

/** Messages of a stream's side of a link; each carries the stream's number. */
export interface StreamWire {
  data(bytes: Uint8Array): void;
  taken(bytes: number): void;
  end(): void;
  close(): void;
  control(message: unknown): void;
}

/** The reason why a stream was not opened, or ended early. */
export class StreamEnd extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * A stream of bytes over a link, which ends separately in each direction. The other side sends at most one window of
 * unread data; more ends the stream.
 */
export class LinkStream extends Duplex {
  /** Receives small messages outside the bytes, such as a terminal's new size. */
  onControl: (message: unknown) => void = () => {};
  /** Called with the size of each piece of bytes, for callers that count them. */
  onSent: (bytes: number) => void = () => {};
  onArrived: (bytes: number) => void = () => {};
  readonly #wire: StreamWire;
  readonly #sending = new SendWindow();
  readonly #receiving = new ReceiveWindow();
  readonly #arrived: Buffer[] = [];
  #waiting: { bytes: Buffer; done: (error?: Error | null) => void } | null = null;
  #wanted = false;
  #over = false;
  /** True after the other side closed it: it gets no more messages. */
  #closed = false;

  constructor(wire: StreamWire) {
    super({ allowHalfOpen: true });
    this.#wire = wire;
    // Holders notice the end by `close`; without a listener an error would end the process.
    this.on("error", () => {});
  }

  sendControl(message: unknown): void {
    if (!this.#closed && !this.destroyed) this.#wire.control(message);
  }

  takeData(bytes: unknown): void {
    // No window bounds the number of empty ones.
    if (!(bytes instanceof Uint8Array) || bytes.length === 0 || this.#over)
      return void this.destroy(new StreamEnd("protocol"));
    if (!this.#receiving.arrived(bytes.length)) return void this.destroy(new StreamEnd("window"));
    this.onArrived(bytes.length);
    this.#arrived.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#deliver();
  }

  takeTaken(bytes: unknown): void {
    if (!this.#sending.give(bytes)) return void this.destroy(new StreamEnd("protocol"));
    this.#send();
  }

  takeEnd(): void {
    this.#over = true;
    this.#deliver();
  }

  /** Handles the other side's close. Data that it sent before is still read, if that was complete. */
  takeClose(): void {
    this.#closed = true;
    this.#send();
    if (this.#over) this.#deliver();
    else this.destroy();
  }

  override _read(): void {
    this.#wanted = true;
    this.#deliver();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#waiting = { bytes: chunk, done };
    this.#send();
  }

  override _final(done: (error?: Error | null) => void): void {
    if (!this.#closed) this.#wire.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#arrived.length = 0;
    this.#waiting = null;
    if (!this.#closed) this.#wire.close();
    this.#closed = true;
    done(error);
  }

  #deliver(): void {
    while (this.#wanted && this.#arrived.length > 0) {
      const bytes = this.#arrived.shift() as Buffer;
      this.#wanted = this.push(bytes);
      const given = this.#receiving.take(bytes.length);
      if (given > 0 && !this.#closed) this.#wire.taken(given);
    }
    if (this.#over && this.#arrived.length === 0 && !this.readableEnded) this.push(null);
  }

  #send(): void {
    while (this.#waiting) {
      const { bytes, done } = this.#waiting;
      if (this.#closed) {
        this.#waiting = null;
        return done();
      }
      const length = this.#sending.take(Math.min(bytes.length, PIECE_BYTES));
      if (length === 0 && bytes.length > 0) return;
      if (length > 0) {
        this.#wire.data(bytes.subarray(0, length));
        this.onSent(length);
      }
      if (length < bytes.length) {
        this.#waiting.bytes = bytes.subarray(length);
      } else {
        this.#waiting = null;
        done();
      }
    }
  }
}
