/** A counting semaphore: at most `atOnce` users work in parallel, first come, first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Number of users in the queue. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Carries out `work` when its turn has come. @throws the signal's reason if it is aborted first. */
  async take<Answer>(work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      // The place passes directly to the next in the queue, so nobody can slip in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal?.reason as Error);
      };
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      this.#waiting.push(begin);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
