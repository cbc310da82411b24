import { claimDeliveries, type Claimed, findWaiting, LOOK_AT } from "~/accounts/claim-deliveries.server";
import { deliver, type DeliverOptions } from "~/accounts/deliver.server";
import { presentTime } from "~/platform/time.server";
import { log } from "../log";

/** Concurrent attempts of one process; they mostly wait and cost nothing. */
const PLACES = 96;
/** Number of these for endpoints that were slow or failed last time: they never fill the places of the others. */
const SLOW_PLACES = 32;
/** Longest wait that this process keeps; longer ones wait for the job's turn, each minute. */
const KEPT_WAIT_MS = 10_000;
/** Time that a stop waits for answers. The next worker repeats later ones. */
const STOP_MS = 2_000;

/**
 * Sends webhooks, many at a time: a slow receiver takes one of the places and blocks nobody else. A run takes due ones
 * and does not wait for the answers; each answer makes room for the next.
 */
export class WebhookSender {
  readonly #options: DeliverOptions;
  readonly #clock: () => Date;
  readonly #busy = new Map<bigint, { slow: boolean; done: Promise<void> }>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #turning: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor({ options = {}, clock = presentTime }: { options?: DeliverOptions; clock?: () => Date } = {}) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Takes due deliveries, as far as there is room. A run requested during another one follows it. */
  async turn(): Promise<void> {
    if (this.#stopped) return;
    if (this.#turning) {
      this.#again = true;
      return await this.#turning;
    }
    this.#turning = this.#take().finally(() => (this.#turning = null));
    await this.#turning;
  }

  /** Resolves once nothing is being sent; for tests. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0 || this.#turning) {
      await Promise.all([this.#turning, ...[...this.#busy.values()].map(({ done }) => done)]);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([this.idle(), late]);
  }

  async #take(): Promise<void> {
    do {
      this.#again = false;
      for (let after: string | null = null, more = true; more && !this.#stopped;) {
        const endpointIds = await findWaiting({ after });
        for (const slow of [false, true]) {
          const claimed = await claimDeliveries({ endpointIds, slow, places: this.#room(slow), now: this.#clock() });
          for (const one of claimed) this.#begin(one);
        }
        after = endpointIds.at(-1) ?? null;
        more = endpointIds.length === LOOK_AT && this.#room(false) > 0;
      }
    } while (this.#again && !this.#stopped);
  }

  #room(slow: boolean): number {
    const free = PLACES - this.#busy.size;
    if (!slow) return free;
    const taken = [...this.#busy.values()].filter((one) => one.slow).length;
    return Math.min(free, SLOW_PLACES - taken);
  }

  #begin(claimed: Claimed): void {
    const done = this.#send(claimed);
    this.#busy.set(claimed.id, { slow: claimed.slow, done });
    void done.finally(() => {
      this.#busy.delete(claimed.id);
      this.#soon(0);
    });
  }

  async #send(claimed: Claimed): Promise<void> {
    try {
      const again = await deliver({ claimed, clock: this.#clock, options: this.#options });
      // Recording it may have taken longer than the wait.
      const waitMs = again ? Math.max(0, again.getTime() - this.#clock().getTime()) : Infinity;
      if (waitMs <= KEPT_WAIT_MS) this.#soon(waitMs);
    } catch (error) {
      // The delivery stays claimed for a while and is then retried.
      log.warn({ err: error, delivery: String(claimed.id) }, "a webhook was not sent or not recorded");
    }
  }

  #soon(waitMs: number): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.turn().catch((error: unknown) => log.warn({ err: error }, "webhooks wait for their next turn"));
    }, waitMs);
    timer.unref();
    this.#timers.add(timer);
  }
}

/** Sender of this worker. The job starts the attempts and ends: a slow receiver blocks no job of the queue. */
export const webhookSender = new WebhookSender();
