import { createHash } from "node:crypto";
import type { Sandbox } from "../state/sandbox";
import { StripeError } from "./stripe-error";

const KEPT_SECONDS = 24 * 3600;

export interface Answer {
  status: number;
  body: string;
  replayed: boolean;
}

/** The first answer of each key, kept for a day. */
export class Idempotency {
  readonly #sandbox: Sandbox;
  readonly #running = new Set<string>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** The earlier answer; null for a new key, which is then reserved until `finish`. */
  begin(key: string, request: string): Answer | null {
    const { store, clock } = this.#sandbox;
    if (this.#running.has(key))
      throw new StripeError(
        409,
        `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
        { type: "idempotency_error", code: "idempotency_key_in_use" },
        { kept: false },
      );
    const kept = store.find("_idempotency", idOfKey(key));
    if (kept && kept.created > clock.now() - KEPT_SECONDS) {
      if (kept.hash !== hashOf(request))
        throw new StripeError(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          { type: "idempotency_error" },
          { kept: false },
        );
      return { status: kept.status, body: kept.body, replayed: true };
    }
    this.#running.add(key);
    return null;
  }

  keep(key: string, request: string, answer: { status: number; body: string }): void {
    const { store, clock } = this.#sandbox;
    const { status, body } = answer;
    const [id, hash] = [idOfKey(key), hashOf(request)];
    store.save({ id, object: "_idempotency", hash, status, body, created: clock.now() });
  }

  finish(key: string): void {
    this.#running.delete(key);
  }

  /** Deletes answers older than a day. */
  sweep(): void {
    const { store, clock } = this.#sandbox;
    for (const kept of store.all("_idempotency")) if (kept.created <= clock.now() - KEPT_SECONDS) store.remove(kept);
  }
}

function idOfKey(key: string): string {
  return `idempotency:${key}`;
}

function hashOf(request: string): string {
  return createHash("sha256").update(request).digest("hex");
}
