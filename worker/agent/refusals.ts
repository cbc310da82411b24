const FIRST_MIN_MS = 1_000;
const FIRST_MAX_MS = 5_000;
const MAX_MS = 60_000;

/** Delay before reconnecting after the server ended or refused a connection; it grows while the key is refused. */
export class Refusals {
  #count = 0;

  /** Records a refusal; returns whether it is new. */
  note(): boolean {
    this.#count += 1;
    return this.#count === 1;
  }

  forget(): void {
    this.#count = 0;
  }

  /** 1 to 5 s after a loss and a first refusal, then twice as long each time, up to a minute. `random` is from 0 to 1. */
  waitMs(random: number): number {
    const first = FIRST_MIN_MS + random * (FIRST_MAX_MS - FIRST_MIN_MS);
    return Math.min(MAX_MS, first * 2 ** Math.max(0, this.#count - 1));
  }
}
