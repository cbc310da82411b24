import type { Faults } from "../control/faults";
import type { Delivery, Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { render } from "../wire/render";
import { send } from "./send";

/** Seconds between attempts. Stripe waits hours, which is too long for a demo. */
const RETRY_SECONDS = [1, 2, 5, 15, 60, 300, 900, 3600, 7200];

export interface WebhookTarget {
  url: string;
  secret: string;
}

/** Sends every event to the product, in order, until it is accepted. */
export class Webhooks {
  readonly #sandbox: Sandbox;
  readonly #faults: Faults;
  readonly #target: WebhookTarget | null;
  readonly #stopping = new AbortController();
  readonly #flush: () => Promise<void>;
  #order: string[] = [];
  #pumping: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #delivered = 0;

  constructor(given: { sandbox: Sandbox; faults: Faults; target: WebhookTarget | null; flush: () => Promise<void> }) {
    this.#sandbox = given.sandbox;
    this.#faults = given.faults;
    this.#target = given.target;
    this.#flush = given.flush;
    this.#order = this.#deliveries().map(({ id }) => id);
    this.#sandbox.onEvent((event) => this.#enqueue(event));
  }

  /** Sends what is due, and schedules the next run. */
  wake(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null;
      this.#sleep();
    });
  }

  /** Resolves when nothing is due. Events that wait for another try, or are held, are not due. */
  async settled(): Promise<void> {
    while (this.#pumping || this.#next()) {
      this.wake();
      await this.#pumping;
    }
  }

  /** Releases held events. */
  release({ reverse = false }: { reverse?: boolean } = {}): void {
    const held = this.#deliveries().filter(({ state }) => state === "held");
    const ids = held.map(({ id }) => id);
    this.#order = [...this.#order.filter((id) => !ids.includes(id)), ...(reverse ? [...ids].reverse() : ids)];
    for (const delivery of held) this.#sandbox.store.change(delivery, { state: "waiting" });
  }

  /** Retries all unaccepted events at once. */
  retry(): void {
    for (const delivery of this.#deliveries())
      if (delivery.state !== "held") this.#sandbox.store.change(delivery, { state: "waiting", due_ms: 0 });
  }

  counts(): { waiting: number; held: number; given_up: number; delivered: number } {
    const count = (state: Delivery["state"]) => this.#deliveries().filter((one) => one.state === state).length;
    return {
      waiting: count("waiting"),
      held: count("held"),
      given_up: count("given_up"),
      delivered: this.#delivered,
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#pumping;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #enqueue(event: Kinds["event"]): void {
    const { store } = this.#sandbox;
    const held = this.#faults.take("webhook_hold", event.type) !== null;
    const reversed = this.#faults.take("webhook_reverse", event.type);
    const copies = this.#faults.take("webhook_double", event.type) ? 2 : 1;
    for (let copy = 1; this.#target && copy <= copies; copy += 1) {
      const id = `delivery:${event.id}:${copy}`;
      store.save({
        id,
        object: "_delivery",
        event: event.id,
        url: this.#target.url,
        tries: 0,
        due_ms: 0,
        state: held || reversed ? "held" : "waiting",
        wrong_secret: this.#faults.take("webhook_wrong_secret", event.type) !== null,
      });
      this.#order.push(id);
      store.change(event, { pending_webhooks: event.pending_webhooks + 1 });
    }
    if (reversed?.left === 0) this.release({ reverse: true });
  }

  async #pump(): Promise<void> {
    for (let next = this.#next(); next && !this.#stopping.signal.aborted; next = this.#next()) {
      await this.#try(next);
      // A failed write is repeated with the next change.
      await this.#flush().catch(() => {});
    }
  }

  async #try(delivery: Delivery): Promise<void> {
    const { store } = this.#sandbox;
    const target = this.#target;
    const event = store.find("event", delivery.event);
    if (!event || !target) return this.#done(delivery);
    const secret = delivery.wrong_secret ? `${target.secret}-wrong` : target.secret;
    const payload = JSON.stringify(render(store, event));
    const taken = await send({ url: target.url, secret, payload, stopping: this.#stopping.signal });
    if (taken) {
      this.#delivered += 1;
      store.change(event, { pending_webhooks: event.pending_webhooks - 1 });
      return this.#done(delivery);
    }
    if (this.#stopping.signal.aborted) return;
    const waitSeconds = RETRY_SECONDS[delivery.tries];
    store.change(delivery, {
      tries: delivery.tries + 1,
      wrong_secret: false,
      ...(waitSeconds === undefined ? { state: "given_up" as const } : { due_ms: Date.now() + waitSeconds * 1000 }),
    });
  }

  #done(delivery: Delivery): void {
    this.#order = this.#order.filter((id) => id !== delivery.id);
    this.#sandbox.store.remove(delivery);
  }

  #next(): Delivery | undefined {
    const nowMs = Date.now();
    return this.#inOrder().find(({ state, due_ms: dueMs }) => state === "waiting" && dueMs <= nowMs);
  }

  #sleep(): void {
    if (this.#stopping.signal.aborted) return;
    const due = this.#inOrder().flatMap(({ state, due_ms: dueMs }) => (state === "waiting" ? [dueMs] : []));
    if (due.length === 0) return;
    const waitMs = Math.max(0, Math.min(...due) - Date.now());
    this.#timer = setTimeout(() => this.wake(), waitMs);
    this.#timer.unref();
  }

  #inOrder(): Delivery[] {
    return this.#order.flatMap((id) => this.#sandbox.store.find("_delivery", id) ?? []);
  }

  #deliveries(): Delivery[] {
    return this.#sandbox.store.all("_delivery");
  }
}
