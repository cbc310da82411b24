import { countOpen } from "./figures";

/** A client's open connection to a task, over a stream. */
export interface OpenStream {
  kind: "terminal" | "port" | "ssh";
  /** Session that opened it; null if a token did, or for SSH. */
  sessionId: string | null;
  /** Checks whether it may continue, according to the database. */
  mayStay: () => Promise<boolean>;
  end: () => void;
}

/** The traffic into tasks at this worker, checked again when a task or a login changes. */
export class OpenStreams {
  readonly #byTask = new Map<string, Set<OpenStream>>();

  count(resvGuid: string, kind: OpenStream["kind"]): number {
    return [...(this.#byTask.get(resvGuid) ?? [])].filter((stream) => stream.kind === kind).length;
  }

  /** Adds a stream; returns a function that removes it. */
  add(resvGuid: string, stream: OpenStream): () => void {
    const streams = this.#byTask.get(resvGuid) ?? new Set();
    this.#byTask.set(resvGuid, streams.add(stream));
    const uncount = countOpen(stream.kind);
    return () => {
      if (streams.delete(stream)) uncount();
      if (streams.size === 0 && this.#byTask.get(resvGuid) === streams) this.#byTask.delete(resvGuid);
    };
  }

  /** Checks the open streams of a task that changed: it may have ended, or a port may be closed. */
  async checkTask(resvGuid: string): Promise<void> {
    await Promise.all([...(this.#byTask.get(resvGuid) ?? [])].map((stream) => this.#look(stream)));
  }

  /** Checks the open streams of a login that ended or lost rights. */
  async checkSession(sessionId: string): Promise<void> {
    const own = [...this.#byTask.values()].flatMap((streams) =>
      [...streams].filter((stream) => stream.sessionId === sessionId),
    );
    await Promise.all(own.map((stream) => this.#look(stream)));
  }

  /** Checks all open streams, because logins also expire. */
  async checkAll(): Promise<void> {
    for (const resvGuid of [...this.#byTask.keys()]) await this.checkTask(resvGuid);
  }

  endAll(): void {
    for (const streams of this.#byTask.values()) for (const stream of streams) stream.end();
  }

  async #look(stream: OpenStream): Promise<void> {
    if (!(await stream.mayStay())) stream.end();
  }
}
