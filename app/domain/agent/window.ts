/** How many bytes of a stream may be on their way, or wait to be taken, in one direction. */
export const WINDOW_BYTES = 512 * 1024;

/** What a sender may still send: it gets back what the other side has taken. */
export class SendWindow {
  #left = WINDOW_BYTES;

  /** Takes at most the given number of bytes from the window and returns how many it took. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#left);
    this.#left -= taken;
    return taken;
  }

  /** Whether that can be true: nobody gives back more than was sent. */
  give(bytes: unknown): boolean {
    if (!Number.isInteger(bytes) || (bytes as number) <= 0 || this.#left + (bytes as number) > WINDOW_BYTES)
      return false;
    this.#left += bytes as number;
    return true;
  }
}

/** What a receiver holds: it never holds more than a window, and gives back in few large pieces. */
export class ReceiveWindow {
  #held = 0;
  #taken = 0;

  /** Whether these bytes are within what was granted. */
  arrived(bytes: number): boolean {
    this.#held += bytes;
    return this.#held + this.#taken <= WINDOW_BYTES;
  }

  /** How much is to be given back now that these bytes were taken; mostly nothing yet. */
  take(bytes: number): number {
    this.#held -= bytes;
    this.#taken += bytes;
    if (this.#taken < WINDOW_BYTES / 4) return 0;
    const given = this.#taken;
    this.#taken = 0;
    return given;
  }
}
