/** The sandbox's time in whole seconds. It can be set, and stands still if a test gave its start. */
export class Clock {
  readonly #startedMs: number | null;
  #offsetMs = 0;

  constructor(startedMs: number | undefined) {
    this.#startedMs = startedMs ?? null;
  }

  now(): number {
    return Math.floor(((this.#startedMs ?? Date.now()) + this.#offsetMs) / 1000);
  }

  advance(seconds: number): void {
    this.#offsetMs += seconds * 1000;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  set offsetMs(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }
}
