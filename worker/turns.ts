/** Lets so many of its users work at once, in the order in which they asked. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Carries out `work` when its turn has come. @throws the signal's reason where that was first. */
  async take<Answer>(work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
