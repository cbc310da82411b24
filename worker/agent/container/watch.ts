import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { type Condition, WHOLE_NODE } from "../health/finding-book";
import { log } from "../log";
import { type Engine, EngineError } from "./engine";
import { LABEL } from "./spec";
import { startTimeOf } from "../process-identity";

const LIST_MS = 5_000;
const AGAIN_MS = 1_000;
/** Time without an answer after which no more tasks should come. A restart of the engine takes less. */
const SILENT_MS = 15_000;

/** A container of a task, from the engine's list. */
export interface Seen {
  id: string;
  placementId: string;
  dir: string;
  gpus: number[];
  port: number;
  /** Runs, as far as the engine knows. */
  running: boolean;
  /** The id of its first process, whose start time follows. 0: it has none, or it runs and the engine cannot show it. */
  pid: number;
  startTime: string | null;
  exitCode: number | null;
  outOfMemory: boolean;
  /** Folder with the container's writes; empty if the storage driver has none. */
  upperDir: string;
}

interface Listed {
  Id: string;
  State: string;
  Labels: Record<string, string>;
}

interface Inspected {
  State: { Running: boolean; Paused?: boolean; Pid: number; ExitCode: number; OOMKilled: boolean };
  GraphDriver?: { Data?: { UpperDir?: string } | null };
}

/** All containers of tasks on this machine, listed every 5 s and at each event of the engine. */
export class Watch {
  readonly #engine: Engine;
  #seen = new Map<string, Seen>();
  /** Containers by the folder of their node, and by their placement. */
  #byDir = new Map<string, Map<string, Seen>>();
  #listing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  /** Time since which the engine does not answer; null: it does. */
  #silentMs: number | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Begins the watch. @throws EngineError without an answer: until the first one, the running tasks are unknown. */
  async begin(): Promise<void> {
    await this.refresh();
    setInterval(() => this.look(), LIST_MS).unref();
    void this.#followEvents();
  }

  /** The containers of a node, by placement. */
  of(dir: string): ReadonlyMap<string, Seen> {
    return this.#byDir.get(dir) ?? NONE;
  }

  conditions(): Condition[] {
    if (this.#silentMs === null || performance.now() - this.#silentMs < SILENT_MS) return [];
    const text = "the container engine does not answer, so no task can start";
    return [{ name: "engine-silent", severity: "critical", action: "inspect", text, ...WHOLE_NODE }];
  }

  /** Lists again when there is time; while the engine does not answer, the last list counts. */
  look(): void {
    this.refresh().then(
      () => this.#tell(false),
      (error: unknown) => this.#tell(true, String(error)),
    );
  }

  /** Resolves once the engine's state after this call has been read. Listings never overlap: an older one would win. */
  async refresh(): Promise<void> {
    // The running listing may be older than the reason for this call.
    this.#next ??= this.#listing
      .catch(() => {})
      .then(() => {
        this.#next = null;
        this.#listing = this.#list();
        return this.#listing;
      });
    await this.#next;
  }

  /** Resolves as `refresh` does, once the engine answers, or when it is no longer waited for. */
  async untilListed(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        return await this.refresh();
      } catch (error) {
        this.#tell(true, String(error));
        await setTimeout(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  async #list(): Promise<void> {
    const listed = await this.#engine.call<Listed[]>({
      method: "GET",
      path: "/containers/json",
      query: { all: true, filters: JSON.stringify({ label: [LABEL.placement] }) },
    });
    const all = await Promise.all(listed.map((one) => this.#look(one)));
    this.#seen = new Map(all.flatMap((one) => (one ? [[one.id, one]] : [])));
    this.#byDir = new Map();
    for (const one of this.#seen.values()) {
      const ofNode = this.#byDir.get(one.dir) ?? new Map<string, Seen>();
      this.#byDir.set(one.dir, ofNode.set(one.placementId, one));
    }
  }

  /**
   * Reads a container. Properties that stay the same while it runs, or after its end, are read once. If the engine lists one
   * and cannot show it, the list counts until it can: a task that runs must not be taken for one that has ended.
   */
  async #look({ Id: id, State, Labels }: Listed): Promise<Seen | null> {
    const before = this.#seen.get(id);
    const running = RUNNING.has(State);
    if (before?.running === running && (running ? before.pid > 0 : before.exitCode !== null)) return before;
    const found = await this.#inspect(id);
    if (found === "gone") return null;
    // Its processes show whether it still runs.
    if (!found && before?.running) return before;
    const state = found?.State ?? NOT_SHOWN;
    const pid = state.Running || state.Paused ? state.Pid : 0;
    return {
      id,
      placementId: Labels[LABEL.placement] ?? "",
      dir: Labels[LABEL.dir] ?? "",
      gpus: (Labels[LABEL.gpus] ?? "").split(",").filter(Boolean).map(Number),
      port: Number(Labels[LABEL.port] ?? 0),
      running: found ? pid > 0 : running,
      pid,
      startTime: pid > 0 ? startTimeOf(pid) : null,
      exitCode: pid > 0 || UNBEGUN.has(State) ? null : state.ExitCode,
      outOfMemory: state.OOMKilled,
      upperDir: found?.GraphDriver?.Data?.UpperDir ?? "",
    };
  }

  /** Null if the engine fails. */
  async #inspect(id: string): Promise<Inspected | "gone" | null> {
    try {
      return await this.#engine.call<Inspected>({ method: "GET", path: `/containers/${id}/json` });
    } catch (error) {
      return error instanceof EngineError && error.status === 404 ? "gone" : null;
    }
  }

  /** The engine's events trigger the list sooner; only the list, also read every 5 s, counts. */
  async #followEvents(): Promise<void> {
    const filters = JSON.stringify({ label: [LABEL.placement], type: ["container"] });
    const never = new AbortController().signal;
    for (;;) {
      try {
        const events = await this.#engine.stream({ method: "GET", path: "/events", query: { filters } }, never);
        for await (const line of createInterface({ input: events })) if (line !== "") this.look();
      } catch {
        // The next listing reads it again.
      }
      await setTimeout(AGAIN_MS, undefined, { ref: false });
    }
  }

  #tell(silent: boolean, why = ""): void {
    const wasSilent = this.#silentMs !== null;
    if (silent && !wasSilent) log("agent", `${why}: running tasks are watched by their processes meanwhile`);
    if (!silent && wasSilent) log("agent", "the container engine answers again");
    this.#silentMs = silent ? (this.#silentMs ?? performance.now()) : null;
  }
}

const NOT_SHOWN = { Running: false, Paused: false, Pid: 0, ExitCode: null, OOMKilled: false };
const NONE: ReadonlyMap<string, Seen> = new Map();
const UNBEGUN = new Set(["created", "configured", "initialized"]);
const RUNNING = new Set(["running", "paused", "restarting", "removing", "stopping"]);
