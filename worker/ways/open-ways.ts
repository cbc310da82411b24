import { countOpen } from "./figures";

/** An open stream through a way into a task. */
export interface OpenWayIn {
  kind: "terminal" | "port";
  /** Session that opened it; null if a token did. */
  sessionId: string | null;
  /** Checks whether it may continue, according to the database. */
  mayStay: () => Promise<boolean>;
  end: () => void;
}

/** The traffic into tasks at this worker, checked again when a task or a login changes. */
export class OpenWays {
  readonly #byTask = new Map<string, Set<OpenWayIn>>();

  count(resvGuid: string, kind: OpenWayIn["kind"]): number {
    return [...(this.#byTask.get(resvGuid) ?? [])].filter((way) => way.kind === kind).length;
  }

  /** Adds a stream; returns a function that removes it. */
  add(resvGuid: string, way: OpenWayIn): () => void {
    const ways = this.#byTask.get(resvGuid) ?? new Set();
    this.#byTask.set(resvGuid, ways.add(way));
    const uncount = countOpen(way.kind);
    return () => {
      if (ways.delete(way)) uncount();
      if (ways.size === 0 && this.#byTask.get(resvGuid) === ways) this.#byTask.delete(resvGuid);
    };
  }

  /** Checks the open ways of a task that changed: it may have ended, or a port may be closed. */
  async checkTask(resvGuid: string): Promise<void> {
    await Promise.all([...(this.#byTask.get(resvGuid) ?? [])].map((way) => this.#look(way)));
  }

  /** Checks the open ways of a login that ended or lost rights. */
  async checkSession(sessionId: string): Promise<void> {
    const own = [...this.#byTask.values()].flatMap((ways) => [...ways].filter((way) => way.sessionId === sessionId));
    await Promise.all(own.map((way) => this.#look(way)));
  }

  /** Checks all open ways, because logins also expire. */
  async checkAll(): Promise<void> {
    for (const resvGuid of [...this.#byTask.keys()]) await this.checkTask(resvGuid);
  }

  endAll(): void {
    for (const ways of this.#byTask.values()) for (const way of ways) way.end();
  }

  async #look(way: OpenWayIn): Promise<void> {
    if (!(await way.mayStay())) way.end();
  }
}
