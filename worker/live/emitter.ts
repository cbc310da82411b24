import type { Server } from "socket.io";
import { readDesired } from "~/domain/nodes/read-desired.server";
import type { LiveEvent } from "~/live/events";
import { faults } from "../faults";
import { LiveFigures } from "./figures";
import type { Change } from "./outbox";
import { DERIVED, readEvents, type Addressed } from "./present-state";
import { closeEndedKeys } from "./agent-keys";
import { nodeRoom } from "./rooms";
import { closeSession } from "./sessions";
import { supersede } from "./supersede";
import { SentVersions } from "./versions";

/** A derived entity is sent at most this often (5.2, A7). */
const THROTTLE_MS: Record<string, number> = {
  capacity: 1_000,
  scheduled: 1_000,
  stats: 5_000,
  checks: 1_000,
  tenants: 250,
  prices: 1_000,
};

const RETRY_MS = 1_000;
/** The kind of fault, as it is logged. */
const SEND = "live events not sent, trying again";

/**
 * Sends what changed to the sockets of this worker. Entities with a row and a version of their own go out at
 * once; derived ones are collected and sent on their beat, always as they are at that moment.
 */
export class Emitter {
  readonly #io: Server;
  readonly #wake: (job: string) => void;
  readonly #figures: LiveFigures;
  readonly #waiting = new Map<string, Set<string>>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #sentMs = new Map<string, number>();
  readonly #sent = new SentVersions();

  constructor(io: Server, wake: (job: string) => void) {
    this.#io = io;
    this.#wake = wake;
    this.#figures = new LiveFigures(io, {
      emit: (events) => this.#emit(events),
      // Some of these figures move with time alone, such as at midnight; what is sent stays in one beat.
      recountStats: () => this.#collect({ entity: "stats", key: "stats", tenantId: null }),
    });
  }

  start(): void {
    this.#figures.start();
  }

  stop(): void {
    this.#figures.stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Tells every client to read its figures again: some events may never have reached it. */
  resync(): void {
    const event: LiveEvent<null> = { entity: "resync", key: "", version: 0, ts: epochSeconds(), data: null };
    for (const name of ["/public", "/customer", "/operator"]) this.#io.of(name).emit("resync", event);
  }

  async send(changes: Change[]): Promise<void> {
    const direct = changes.filter((change) => !(change.entity in THROTTLE_MS) && !this.#actOn(change));
    for (const change of changes) if (change.entity in THROTTLE_MS) this.#collect(change);
    this.#emit(await readEvents(direct));
  }

  /** The five words that concern the worker alone; says whether the change was one of them. */
  #actOn({ entity, key }: Change): boolean {
    if (entity === "wake") this.#wake(key);
    else if (entity === "session") closeSession(this.#io, key);
    else if (entity === "desired") void this.#sendDesired(Number(key));
    else if (entity === "agent") supersede(this.#io, key);
    else if (entity === "agent-key") void this.#closeEndedKeys(Number(key));
    else return false;
    return true;
  }

  async #sendDesired(nodeId: number): Promise<void> {
    const agents = this.#io.of("/agent");
    if (!agents.adapter.rooms.has(nodeRoom(nodeId))) return;
    // The agent is told again every 30 s, so a failure here delays and loses nothing.
    const work = async () => agents.to(nodeRoom(nodeId)).emit("desired", await readDesired({ nodeId }));
    await faults.watch("changed desired states not sent", work);
  }

  async #closeEndedKeys(nodeId: number): Promise<void> {
    const work = () => closeEndedKeys(this.#io, { nodeId, now: new Date() });
    await faults.watch("sockets of an ended agent key not closed, trying again in a minute", work);
  }

  #collect({ entity, key }: Change, atLeastMs = 0): void {
    const keys = this.#waiting.get(entity) ?? new Set();
    this.#waiting.set(entity, keys.add(key));
    if (this.#timers.has(entity)) return;
    const sinceMs = performance.now() - (this.#sentMs.get(entity) ?? -Infinity);
    const waitMs = Math.max(atLeastMs, (THROTTLE_MS[entity] ?? 0) - sinceMs);
    this.#timers.set(
      entity,
      setTimeout(() => void this.#flush(entity), waitMs),
    );
  }

  async #flush(entity: string): Promise<void> {
    this.#timers.delete(entity);
    this.#sentMs.set(entity, performance.now());
    const keys = this.#waiting.get(entity) ?? new Set<string>();
    this.#waiting.delete(entity);
    try {
      const read = DERIVED[entity as keyof typeof DERIVED];
      this.#emit(await read(keys));
      faults.worked(SEND);
    } catch (error) {
      faults.failed(SEND, error, { entity });
      // The outbox has handed these on, so nobody else will.
      for (const key of keys) this.#collect({ entity: entity as Change["entity"], key, tenantId: null }, RETRY_MS);
    }
  }

  #emit(events: Addressed[]): void {
    for (const { namespace, room, event } of events.filter((one) => this.#sent.isNews(one))) {
      const target = this.#io.of(namespace);
      (room === null ? target : target.to(room)).emit(event.entity, event);
    }
  }
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
