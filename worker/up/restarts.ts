const FIRST_MS = 500;
const MAX_MS = 15_000;
/** A process that ran this long was healthy: it is restarted at once, and its next end is reported. */
const WELL_AFTER_MS = 30_000;
/** After a third quick exit, another restart will not help. */
const SAY_AGAIN_AT = 3;

/** How long to wait before something that ended is started again, and what is said of it: two lines, not a storm. */
export class Restarts {
  readonly #name: string;
  readonly #where: string;
  readonly #say: (line: string) => void;
  #quickEnds = 0;

  /** `where` tells a person where to look. */
  constructor(name: string, where: string, say: (line: string) => void) {
    this.#name = name;
    this.#where = where;
    this.#say = say;
  }

  /** Told of an end and how long it had run (ms); gives how long to wait (ms). */
  ended(how: string, livedMs: number): number {
    const wasWell = livedMs > WELL_AFTER_MS;
    this.#quickEnds = wasWell ? 1 : this.#quickEnds + 1;
    if (this.#quickEnds === 1) this.#say(`${this.#name} ended (${how}), starting it again; ${this.#where}`);
    if (this.#quickEnds === SAY_AGAIN_AT)
      this.#say(
        `${this.#name} keeps ending (${how}); it is tried again every ${MAX_MS / 1000} s at last, without a line each time; ${this.#where}`,
      );
    return wasWell ? 0 : Math.min(FIRST_MS * 2 ** (this.#quickEnds - 1), MAX_MS);
  }
}
