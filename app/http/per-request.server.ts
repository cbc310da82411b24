import { requestIdOf } from "./request-facts.server";

/** More requests than this are never in progress at once; who falls out is asked again. */
const KEPT_MAX = 2_000;

/**
 * What is kept for the length of one request. Remix gives every loader and action a copy of it, and all copies bear
 * its id, so what one of them has found out the others need not ask again.
 */
export class PerRequest<Value extends object> {
  readonly #kept = new Map<string, Value>();
  readonly #make: () => Value;

  constructor(make: () => Value) {
    this.#make = make;
  }

  of(request: Request): Value {
    return this.ofId(requestIdOf(request));
  }

  ofId(id: string): Value {
    const present = this.#kept.get(id);
    if (present) return present;
    const made = this.#make();
    this.#kept.set(id, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}
