/** Lets so many through at a time; the others wait in order. */
export class Turnstile {
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#places) this.#inside += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed to the next in line, so nobody can slip in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }
}
