const FIRST_MS = 500;
const MAX_MS = 15_000;
/** Time after which a process was healthy: it is restarted at once, and its next end is reported. */
const WELL_AFTER_MS = 30_000;
/** After a third quick exit, another restart will not help. */
const SAY_AGAIN_AT = 3;

/** Chooses the wait before a restart, and the report about it: two lines, not a storm. */
export class Restarts {
  readonly #name: string;
  readonly #where: string;
  readonly #say: (line: string) => void;
  #quickEnds = 0;

  /** `where` names the place to look. */
  constructor(name: string, where: string, say: (line: string) => void) {
    this.#name = name;
    this.#where = where;
    this.#say = say;
  }

  /** Takes an end with its run time (ms); returns the wait (ms). */
  ended(how: string, livedMs: number): number {
    const wasWell = livedMs > WELL_AFTER_MS;
    this.#quickEnds = wasWell ? 1 : this.#quickEnds + 1;
    if (this.#quickEnds === 1) this.#say(`${this.#name} ended (${how}), starting it again; ${this.#where}`);
    if (this.#quickEnds === SAY_AGAIN_AT)
      this.#say(
        `${this.#name} keeps ending (${how}); it will be restarted every ${MAX_MS / 1000} s, without a line each time; ${this.#where}`,
      );
    return wasWell ? 0 : Math.min(FIRST_MS * 2 ** (this.#quickEnds - 1), MAX_MS);
  }
}
