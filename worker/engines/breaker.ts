import { EngineUnknown, PlaceRefused } from "~/compute/engine";
import { Turns } from "~/platform/turns";

/** Failures in a row after which nothing is asked for a while: a site in trouble is asked less, not more. */
const MOST_FAILURES = 3;
const REST_MS = 30_000;
/** Longest rest that a site may ask for: a longer one would hide it. */
const LONGEST_REST_MS = 300_000;

/** The engine refused this call for now; its next call may succeed. */
export class NotNow extends EngineUnknown {}

/** The engine asks for a pause. */
export class AskedToRest extends EngineUnknown {
  readonly restMs: number;

  constructor(message: string, restMs: number) {
    super(message);
    this.restMs = Math.min(restMs, LONGEST_REST_MS);
  }
}

/** Calls of one engine: one at a time, and none for a while after three failures in a row. */
export class Breaker {
  readonly #turns = new Turns(1);
  /** By part of the engine, since one may be down without the others. */
  readonly #troubles = new Map<string, { failures: number; untilMs: number; why: string }>();

  /** @throws EngineUnknown, whatever went wrong; PlaceRefused, if `work` does. */
  async take<T>(part: string, work: () => Promise<T>): Promise<T> {
    return await this.#turns.take(async () => {
      const trouble = this.#troubles.get(part);
      if (trouble && performance.now() < trouble.untilMs) throw new EngineUnknown(trouble.why);
      try {
        const value = await work();
        this.#troubles.delete(part);
        return value;
      } catch (error) {
        if (error instanceof PlaceRefused || error instanceof NotNow) throw error;
        this.#note(part, error);
        throw error instanceof EngineUnknown ? error : new EngineUnknown(wordsOf(error), { cause: error });
      }
    });
  }

  #note(part: string, error: unknown): void {
    const failures = (this.#troubles.get(part)?.failures ?? 0) + 1;
    const [restMs, why] =
      error instanceof AskedToRest
        ? [error.restMs, error.message]
        : [failures >= MOST_FAILURES ? REST_MS : 0, "it failed three times and is not called for 30 s"];
    this.#troubles.set(part, { failures, untilMs: performance.now() + restMs, why });
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "it did not answer in time";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return cause || (error instanceof Error ? error.message : String(error));
}
