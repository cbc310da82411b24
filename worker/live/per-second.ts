const SECOND_MS = 1_000;

/** Admits at most `limit` a second. */
export class PerSecond {
  readonly #limit: number;
  #sinceMs = 0;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  admits(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs >= SECOND_MS) {
      this.#sinceMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#limit;
  }
}
