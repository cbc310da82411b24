/** Bytes of a stream that may be in flight, or wait to be read, in one direction. */
export const WINDOW_BYTES = 512 * 1024;

/** Sending side of a window: its credit grows by the bytes that the other side has read. */
export class SendWindow {
  #left = WINDOW_BYTES;

  /** Takes up to the given number of bytes from the window and returns how many it took. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#left);
    this.#left -= taken;
    return taken;
  }

  /** Returns bytes to the window. False if that exceeds the sent bytes. */
  give(bytes: unknown): boolean {
    if (!Number.isInteger(bytes) || (bytes as number) <= 0 || this.#left + (bytes as number) > WINDOW_BYTES)
      return false;
    this.#left += bytes as number;
    return true;
  }
}

/** Receiving side of a window: it holds at most a window of bytes, and returns credit in few large pieces. */
export class ReceiveWindow {
  #held = 0;
  #taken = 0;

  /** Counts arrived bytes. False if they exceed the granted window. */
  arrived(bytes: number): boolean {
    this.#held += bytes;
    return this.#held + this.#taken <= WINDOW_BYTES;
  }

  /** Credit to return now that these bytes were read; mostly 0. */
  take(bytes: number): number {
    this.#held -= bytes;
    this.#taken += bytes;
    if (this.#taken < WINDOW_BYTES / 4) return 0;
    const given = this.#taken;
    this.#taken = 0;
    return given;
  }
}
