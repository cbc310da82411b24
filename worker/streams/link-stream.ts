import { Duplex } from "node:stream";
import { ReceiveWindow, SendWindow } from "~/fleet/agent-window";

/** One message carries so much at most: others' bytes and reports get their turn in between. */
const PIECE_BYTES = 64 * 1024;

/** How a stream's side of a link speaks; each message carries the stream's number. */
export interface StreamWire {
  data(bytes: Uint8Array): void;
  taken(bytes: number): void;
  end(): void;
  close(): void;
  control(message: unknown): void;
}

/** Why a stream did not come about, or ended before its time. */
export class StreamEnd extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * A stream of bytes over a link, with an end of its own for each direction. What its reader does not take is not sent by the
 * other side beyond one window; what arrives beyond it ends the stream.
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
  /** The other side has closed it: nothing more is said to it. */
  #closed = false;

  constructor(wire: StreamWire) {
    super({ allowHalfOpen: true });
    this.#wire = wire;
    // Holders learn of the end by `close`; without a listener an error would end the process.
    this.on("error", () => {});
  }

  sendControl(message: unknown): void {
    if (!this.#closed && !this.destroyed) this.#wire.control(message);
  }

  takeData(bytes: unknown): void {
    // No window bounds how many empty ones there are.
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

  /** The other side takes nothing more. What it sent before is still read, if that was all. */
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
