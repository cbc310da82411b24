import { join } from "node:path";
import { statSync } from "node:fs";
import type { ObservedTask } from "~/fleet/agent-messages";
import { crashPoint } from "../crash-point";
import type { LogSource } from "../log-tail";
import { log } from "../log";
import { ownNamespace, namespaceOf, processesOf } from "../process/processes";
import type { Found } from "../reconcile";
import type { NodeTasks, StartGiven, TaskLoad } from "../runtime";
import { ENDED_FILE, readJson, endedFileSchema, writeWhole } from "../task/folder";
import { freeBytesOf, storedBytes } from "../task/stored";
import { TaskFolders } from "../task/task-folders";
import { ContainerLoad } from "./container-load";
import { startContainer, type ContainerParts } from "./start-container";
import { networkOf, sharingSubnets } from "./network";
import { startTimeOf } from "../process-identity";
import { untilBanner } from "./until-banner";
import { removeLater, stopContainer } from "./end-container";
import type { Seen } from "./watch";

/** Time that the engine gets to report how a finished process ended. */
const LAST_WORD_MS = 3_000;

interface Starting {
  message: string;
  pulling: boolean;
  end: AbortController;
  done: Promise<void>;
}

/** The tasks of one node, each in a container. The engine's containers with this node's marks show what runs. */
export class Containers extends TaskFolders implements NodeTasks {
  readonly #parts: ContainerParts;
  readonly #load: ContainerLoad;
  readonly #starting = new Map<string, Starting>();
  /** Time since which a container has no first process although the engine calls it running. */
  readonly #goneMs = new Map<string, number>();
  /** Containers that were ended here, whatever the engine still reports. */
  readonly #over = new Set<string>();
  /** Containers that are being removed, with their ports. */
  readonly #leaving = new Map<string, number>();
  readonly #waiting = new Set<string>();
  readonly #outOfMemory = new Set<string>();

  constructor(agentDir: string, parts: ContainerParts) {
    super(agentDir);
    this.#parts = parts;
    this.#load = new ContainerLoad((placementId) => this.#logOutOfMemory(placementId));
  }

  async refresh(): Promise<void> {
    await this.#parts.watch.refresh().catch((error: unknown) => log("agent", String(error)));
    // Includes containers of an earlier agent.
    for (const placementId of this.#seen().keys()) this.#awaitReady(placementId);
  }

  find(): Found[] {
    const alive = this.alive();
    const seen = this.#seen();
    const ids = [...new Set([...this.ids(), ...seen.keys(), ...alive])].filter((id) => !this.#leaving.has(id));
    return ids.map((placementId) => ({
      placementId,
      alive: alive.has(placementId),
      gpus: seen.get(placementId)?.gpus ?? this.file(placementId)?.gpus ?? [],
    }));
  }

  alive(): Set<string> {
    const running = [...this.#seen().values()].filter((one) => this.#runs(one));
    return new Set([...this.#starting.keys(), ...running.map((one) => one.placementId)]);
  }

  async start(given: StartGiven): Promise<void> {
    const placementId = given.task.placement_id;
    const end = new AbortController();
    const starting: Starting = { message: "", pulling: false, end, done: Promise.resolve() };
    this.#starting.set(placementId, starting);
    this.readAgain(placementId);
    const work = startContainer(this.#parts, given, {
      agentDir: this.agentDir,
      folder: this.folder(placementId),
      signal: end.signal,
      tell: (message) => Object.assign(starting, { message, pulling: true }),
      made: () => Object.assign(starting, { message: "", pulling: false }),
      moved: () => this.readAgain(placementId),
    });
    starting.done = work.catch(() => {});
    try {
      await work;
      // A container that is in no list yet would be taken for one that has stopped.
      await this.#parts.watch.untilListed(end.signal);
    } finally {
      this.#starting.delete(placementId);
    }
    this.#awaitReady(placementId);
  }

  async end(placementId: string): Promise<void> {
    const starting = this.#starting.get(placementId);
    starting?.end.abort();
    await starting?.done;
    if (!this.#find(placementId)) await this.refresh();
    const seen = this.#find(placementId);
    if (!seen) return;
    await stopContainer(this.#parts.engine, seen);
    // The task has ended, even if the engine is slow to report it or hangs.
    this.#over.add(seen.id);
    this.#parts.watch.look();
  }

  override forget(placementId: string): void {
    // Concurrent removals disturb each other: Podman leaves rules of its network behind.
    if (this.#leaving.has(placementId)) return;
    const seen = this.#find(placementId);
    const port = seen?.port ?? this.file(placementId)?.port;
    this.#leaving.set(placementId, port ?? 0);
    this.#load.forget(placementId);
    this.#outOfMemory.delete(placementId);
    super.forget(placementId);
    const network = port ? networkOf(port, { from: this.#parts.networks, dir: this.agentDir }) : undefined;
    const { engine, removals } = this.#parts;
    removals
      .take(async () => await removeLater(engine, { id: seen?.id, network }))
      .then(() => this.refresh())
      // The container is found again and removed again.
      .catch((error: unknown) => log("agent", String(error)))
      .finally(() => {
        this.#leaving.delete(placementId);
        if (seen) this.#over.delete(seen.id);
      });
  }

  /** Includes ports of containers whose networks still exist, and those that would have a subnet of one. */
  override ports(): Set<number> {
    const seen = [...this.#seen().values()].map(({ port }) => port);
    return sharingSubnets([...super.ports(), ...this.#leaving.values(), ...seen], this.#parts.networks);
  }

  override observe(placementId: string, alive: boolean, stopping: boolean): ObservedTask {
    const observed = super.observe(placementId, alive, stopping);
    const starting = this.#starting.get(placementId);
    if (starting?.pulling && !stopping) return { ...observed, state: "pulling", message: starting.message };
    if (alive || observed.exit_code !== null) return observed;
    const ended = readJson(join(this.root(placementId), ENDED_FILE), endedFileSchema);
    const last = ended ? null : this.#lastWord(placementId);
    return last === null ? observed : { ...observed, message: last };
  }

  load(placementId: string): TaskLoad | null {
    const seen = this.#find(placementId);
    return seen && this.#runs(seen) ? this.#load.read(placementId, seen) : null;
  }

  pids(placementId: string): number[] {
    const pid = this.#find(placementId)?.pid ?? 0;
    const namespace = pid > 0 ? namespaceOf(pid) : "";
    return namespace === ownNamespace() ? [] : processesOf(namespace);
  }

  logs(placementId: string): LogSource[] {
    const { root, run } = this.folder(placementId);
    return [
      { file: join(root, "task.log"), stream: "err" },
      { file: join(run, "task.log"), stream: "out" },
    ];
  }

  async stored(placementId: string, limitBytes: number, signal: AbortSignal): Promise<number | null> {
    const seen = this.#find(placementId);
    if (!seen) return null;
    const root = this.root(placementId);
    // Where the storage driver enforces the limit it is for the container's own layer, not for what is mounted.
    const layered = seen.upperDir !== "" && !this.#parts.quota;
    const device = layered ? statSync(`/proc/${seen.pid}/root/`, { throwIfNoEntry: false })?.dev : undefined;
    const folders: [string] | [string, string] = layered ? [root, seen.upperDir] : [root];
    return await storedBytes({ folders, device, pids: this.pids(placementId), limitBytes, sandboxed: false, signal });
  }

  override freeBytes(): number {
    const { storageDir } = this.#parts;
    const devOf = (dir: string) => statSync(dir, { throwIfNoEntry: false })?.dev;
    return super.freeBytes() + (devOf(storageDir) === devOf(this.agentDir) ? 0 : freeBytesOf(storageDir));
  }

  #seen(): ReadonlyMap<string, Seen> {
    return this.#parts.watch.of(this.agentDir);
  }

  #find(placementId: string): Seen | undefined {
    return this.#seen().get(placementId);
  }

  /** Judges by the first process, even if the engine is silent; only the engine reports how it ended. */
  #runs(seen: Seen): boolean {
    if (!seen.running || this.#over.has(seen.id)) return false;
    if (seen.pid === 0) return true;
    if (seen.startTime !== null && startTimeOf(seen.pid) === seen.startTime) return true;
    const since = this.#goneMs.get(seen.id) ?? performance.now();
    if (!this.#goneMs.has(seen.id)) {
      this.#goneMs.set(seen.id, since);
      this.#parts.watch.look();
    }
    return performance.now() - since < LAST_WORD_MS;
  }

  /** Notes the port once the task's server answers there, also for a task that another agent has started. */
  #awaitReady(placementId: string): void {
    if (this.#waiting.has(placementId) || this.readyPort(placementId) !== null) return;
    const seen = this.#find(placementId);
    const file = this.file(placementId);
    if (!seen || !file || this.#starting.has(placementId)) return;
    this.#waiting.add(placementId);
    const goesOn = () => this.#find(placementId)?.running === true;
    untilBanner({ bind: file.bind, port: seen.port, goesOn })
      .then((answers) => {
        if (answers) writeWhole(join(this.root(placementId), "ready.json"), JSON.stringify({ port: seen.port }));
        crashPoint("running");
      })
      .catch((error: unknown) => log("agent", String(error)))
      .finally(() => this.#waiting.delete(placementId));
  }

  #logOutOfMemory(placementId: string): void {
    this.#outOfMemory.add(placementId);
    this.tell(placementId, "The memory of this task is full: the kernel ended the program that took most of it.");
  }

  /** Returns the engine's reason for the end of a task that left none itself. */
  #lastWord(placementId: string): string | null {
    const seen = this.#find(placementId);
    const wasReady = this.readyPort(placementId) !== null;
    if (!seen) return this.file(placementId) && wasReady ? "the task's container was removed" : null;
    if (seen.outOfMemory || (seen.exitCode === 137 && this.#outOfMemory.has(placementId)))
      return "the task ended because its memory was full";
    return null;
  }
}
