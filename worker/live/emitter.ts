import type { Server } from "socket.io";
import type { Announced, CommandName } from "~/platform/announce.server";
import { groupBy } from "~/platform/group-by";
import type { LiveEvent } from "~/platform/live/events";
import { presentTime } from "~/platform/time.server";
import { faults } from "../faults";
import { LiveFigures } from "./figures";
import type { Change } from "./outbox";
import type { Addressed } from "./addressed";
import { ENTITIES } from "./entities";
import { closeEndedKeys } from "./agent-keys";
import type { DesiredStates } from "./desired-states";
import { closeSession } from "./sessions";
import { supersede } from "./supersede";
import { SentVersions } from "./versions";

const RETRY_MS = 1_000;
/** The kind of fault, as it is logged. */
const SEND = "live events not sent, trying again";

/** Ends connections into tasks when a change no longer allows them. */
export interface AccessWatch {
  taskChanged: (resvGuid: string) => void;
  sessionChanged: (sessionId: string) => void;
}

/** Parts of the worker that changes go to besides sockets. */
interface Told {
  wake: (job: string) => void;
  access: AccessWatch;
  desired: DesiredStates;
}

/**
 * Sends changes to the sockets of this worker. Entities without a throttle go out at once; the others are collected and
 * sent at their interval, always in their state at that moment.
 */
export class Emitter {
  readonly #io: Server;
  readonly #wake: (job: string) => void;
  readonly #access: AccessWatch;
  readonly #desired: DesiredStates;
  readonly figures: LiveFigures;
  readonly #waiting = new Map<Announced, Set<string>>();
  readonly #timers = new Map<Announced, ReturnType<typeof setTimeout>>();
  readonly #sentMs = new Map<Announced, number>();
  readonly #sent = new SentVersions();

  constructor(io: Server, { wake, access, desired }: Told) {
    this.#io = io;
    this.#wake = wake;
    this.#access = access;
    this.#desired = desired;
    this.figures = new LiveFigures(io, {
      emit: (events) => this.#emit(events),
      // Some of these figures change with time alone, such as at midnight; the events stay in one beat.
      recountStats: () => this.#collect("stats", "stats"),
    });
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Makes every client read its figures again: some events may never have reached it. */
  resync(): void {
    const event: LiveEvent<null> = { entity: "resync", key: "", version: 0, ts: epochSeconds(), data: null };
    for (const name of ["/public", "/customer", "/operator"]) this.#io.of(name).emit("resync", event);
  }

  async send(changes: Change[]): Promise<void> {
    const atOnce: { entity: Announced; key: string }[] = [];
    for (const { entity, key } of changes) {
      // A name that is neither comes from another version.
      if (entity === "task") this.#access.taskChanged(key);
      if (!isEntity(entity)) this.#commands[entity]?.(key);
      else if (ENTITIES[entity].throttleMs > 0) this.#collect(entity, key);
      else atOnce.push({ entity, key });
    }
    const read = await Promise.all(
      [...groupBy(atOnce, ({ entity }) => entity)].map(([entity, some]) =>
        ENTITIES[entity].read(some.map(({ key }) => key)),
      ),
    );
    this.#emit(read.flat());
  }

  readonly #commands: Partial<Record<string, (key: string) => void>> = {
    wake: (name) => this.#wake(name),
    session: (id) => {
      closeSession(this.#io, id);
      this.#access.sessionChanged(id);
    },
    desired: (nodeId) => this.#desired.send(Number(nodeId)),
    agent: (key) => supersede(this.#io, key),
    "agent-key": (nodeId) => void this.#closeEndedKeys(Number(nodeId)),
  } satisfies Record<CommandName, (key: string) => void>;

  async #closeEndedKeys(nodeId: number): Promise<void> {
    const work = () => closeEndedKeys(this.#io, { nodeId, now: presentTime() });
    await faults.watch("sockets of an ended agent key not closed, trying again in a minute", work);
  }

  #collect(entity: Announced, key: string, atLeastMs = 0): void {
    const keys = this.#waiting.get(entity) ?? new Set();
    this.#waiting.set(entity, keys.add(key));
    if (this.#timers.has(entity)) return;
    const sinceMs = performance.now() - (this.#sentMs.get(entity) ?? -Infinity);
    const waitMs = Math.max(atLeastMs, ENTITIES[entity].throttleMs - sinceMs);
    this.#timers.set(
      entity,
      setTimeout(() => void this.#flush(entity), waitMs),
    );
  }

  async #flush(entity: Announced): Promise<void> {
    this.#timers.delete(entity);
    this.#sentMs.set(entity, performance.now());
    const keys = this.#waiting.get(entity) ?? new Set<string>();
    this.#waiting.delete(entity);
    try {
      this.#emit(await ENTITIES[entity].read([...keys]));
      faults.worked(SEND);
    } catch (error) {
      faults.failed(SEND, error, { entity });
      // The outbox has passed these on, so nothing else will repeat them.
      for (const key of keys) this.#collect(entity, key, RETRY_MS);
    }
  }

  #emit(events: Addressed[]): void {
    for (const { namespace, room, event } of events.filter((one) => this.#sent.isNews(one))) {
      const target = this.#io.of(namespace);
      (room === null ? target : target.to(room)).emit(event.entity, event);
    }
  }
}

function isEntity(name: Change["entity"]): name is Announced {
  return Object.hasOwn(ENTITIES, name);
}

function epochSeconds(): number {
  return Math.floor(presentTime().getTime() / 1000);
}
