import type { Webhooks } from "../events/webhooks";
import { finishProcessing } from "../resources/confirm-payment";
import { advance } from "../resources/due";
import { endDispute, moveDispute, openDispute } from "../resources/make-dispute";
import { failRefund, makeRefund } from "../resources/make-refund";
import { chargeToRefund } from "../resources/refunds";
import type { Kind, Kinds } from "../state/kinds";
import type { InvalidAnswer, Sandbox } from "../state/sandbox";
import type { FaultOrder, Faults } from "./faults";

export interface State {
  /** Seconds since 1970, by the sandbox's clock. */
  now: number;
  /** Answers and events that violate the specification; must stay empty. */
  invalid: InvalidAnswer[];
  faults: ReturnType<Faults["list"]>;
  webhooks: ReturnType<Webhooks["counts"]>;
  objects: Record<string, number>;
}

/** Actions of tests, or of a person at a demo, that bypass the API. */
export class Controls {
  readonly #sandbox: Sandbox;
  readonly #faults: Faults;
  readonly #webhooks: Webhooks;
  readonly #changed: () => Promise<void>;

  constructor(given: {
    sandbox: Sandbox;
    faults: Faults;
    webhooks: Webhooks;
    /** Stores the changes and sends their events. */
    changed: () => Promise<void>;
  }) {
    this.#sandbox = given.sandbox;
    this.#faults = given.faults;
    this.#webhooks = given.webhooks;
    this.#changed = given.changed;
  }

  state(): State {
    const { clock, invalid, store } = this.#sandbox;
    return {
      now: clock.now(),
      invalid,
      faults: this.#faults.list(),
      webhooks: this.#webhooks.counts(),
      objects: store.counts(),
    };
  }

  objects<K extends Kind>(kind: K): Kinds[K][] {
    return this.#sandbox.store.all(kind);
  }

  fault(order: FaultOrder): void {
    this.#faults.order(order);
  }

  clearFaults(): void {
    this.#faults.clear();
  }

  /** Moves the clock forward and does everything that falls due. */
  async advance(seconds: number): Promise<number> {
    advance(this.#sandbox, seconds);
    await this.#changed();
    return this.#sandbox.clock.now();
  }

  async releaseWebhooks(given: { reverse?: boolean } = {}): Promise<void> {
    this.#webhooks.release(given);
    await this.#changed();
  }

  async retryWebhooks(): Promise<void> {
    this.#webhooks.retry();
    await this.#changed();
  }

  /** Keeps the next payments in processing; `endPayment` ends one. */
  slowPayments(times = 1): void {
    this.#sandbox.slowPayments = times;
  }

  async endPayment(id: string, outcome: "succeeded" | "failed"): Promise<Kinds["payment_intent"]> {
    const intent = this.#sandbox.store.need("payment_intent", id, "intent");
    finishProcessing(this.#sandbox, intent, outcome);
    await this.#changed();
    return intent;
  }

  /** A refund from Stripe's dashboard, which the product did not request. */
  async refund(given: { payment_intent?: string; charge?: string; amount?: number }): Promise<Kinds["refund"]> {
    const charge = chargeToRefund(this.#sandbox, given);
    const refund = makeRefund(this.#sandbox, { charge, amount: given.amount, metadata: {} });
    await this.#changed();
    return refund;
  }

  async failRefund(id: string): Promise<Kinds["refund"]> {
    const refund = failRefund(this.#sandbox, this.#sandbox.store.need("refund", id));
    await this.#changed();
    return refund;
  }

  /** The cardholder disputes a payment at the bank. */
  async dispute(given: { payment_intent?: string; charge?: string; reason?: string }): Promise<Kinds["dispute"]> {
    const charge = chargeToRefund(this.#sandbox, given);
    const dispute = openDispute(this.#sandbox, charge, given.reason ?? "fraudulent");
    await this.#changed();
    return dispute;
  }

  async endDispute(id: string, outcome: "won" | "lost"): Promise<Kinds["dispute"]> {
    const dispute = endDispute(this.#sandbox, this.#sandbox.store.need("dispute", id), outcome);
    await this.#changed();
    return dispute;
  }

  /** Returns a part of a dispute's money (above 0), or withdraws more (below 0). */
  async moveDispute(id: string, amount: number): Promise<Kinds["dispute"]> {
    const dispute = moveDispute(this.#sandbox, this.#sandbox.store.need("dispute", id), amount);
    await this.#changed();
    return dispute;
  }

  /** Resolves when every due webhook has been tried. */
  async settled(): Promise<void> {
    await this.#webhooks.settled();
  }
}
