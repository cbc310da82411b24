import { isDatabaseDown } from "~/platform/http/database-fault.server";
import { log } from "./log";

const MINUTE_MS = 60_000;

/**
 * Log of faults in repeated work. A lost database makes one line per outage and kind of work, and one at its end. Any
 * other fault is logged in full, once a minute per kind and subject.
 */
class Faults {
  /** Kinds of work that the present outage holds up, and how many times. */
  readonly #out = new Map<string, number>();
  readonly #saidMs = new Map<string, number>();

  failed(kind: string, error: unknown, facts: Record<string, string | number> = {}): void {
    if (!isDatabaseDown(error)) {
      if (this.seldom(`${kind} ${JSON.stringify(facts)}`)) log.warn({ err: error, ...facts }, kind);
      return;
    }
    const times = this.#out.get(kind) ?? 0;
    this.#out.set(kind, times + 1);
    if (times === 0) log.warn({ why: String(error) }, `${kind}: the database does not answer`);
  }

  worked(kind: string): void {
    const times = this.#out.get(kind);
    if (times === undefined) return;
    this.#out.delete(kind);
    log.info({ times }, `${kind}: over`);
  }

  /** Runs the work, and logs its failure. */
  async watch(kind: string, work: () => Promise<unknown>, facts?: Record<string, string | number>): Promise<void> {
    try {
      await work();
      this.worked(kind);
    } catch (error) {
      this.failed(kind, error, facts);
    }
  }

  /** Yes once a minute: a flood must not fill the log. */
  seldom(key: string): boolean {
    const nowMs = performance.now();
    if (nowMs - (this.#saidMs.get(key) ?? -Infinity) < MINUTE_MS) return false;
    this.#saidMs.set(key, nowMs);
    return true;
  }
}

export const faults = new Faults();
