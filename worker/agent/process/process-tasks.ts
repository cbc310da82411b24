import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { log, textOf } from "../log";
import type { LogSource } from "../log-tail";
import type { Mount } from "../container/spec";
import { planSchema } from "../keeper/plan";
import type { Found } from "../reconcile";
import type { NodeTasks, StartGiven, TaskLoad } from "../runtime";
import { StandIns } from "../simulated/stand-ins";
import { PLAN_FILE, readJson } from "../task/folder";
import { storedBytes } from "../task/stored";
import { TaskFolders } from "../task/task-folders";
import { mountVolumes } from "../volume-mounts";
import { endTask, processesOfTask } from "./end-task";
import { removeGroups } from "./groups";
import { forgetSeenProcesses, markedProcesses } from "./processes";
import { ProcessLoad } from "./process-load";
import type { ProcessParts } from "./find-runtime";
import { startTask } from "./start-task";

/** Message for the customer. */
const PULLS_NOTHING =
  "demo nodes cannot pull images: choose a listed image, or start the product with MILLRACE_DEMO_RUNTIME=container";

/** Time for which a noted start counts as its task; after that its processes are marked, or there are none. */
const YOUNG_MS = 3_000;

/**
 * The tasks of one node, as disk and process table show them. All state is there, so that a new agent continues where a
 * killed one stopped.
 */
export class ProcessTasks extends TaskFolders implements NodeTasks {
  readonly #parts: ProcessParts | null;
  readonly #load = new ProcessLoad();
  readonly #young = new Map<string, { child: ChildProcess; sinceMs: number }>();
  readonly #standIns: StandIns;
  /** Starts that wait for their volumes: a second one of the same placement must not begin meanwhile. */
  readonly #starting = new Map<string, Promise<Mount[]>>();

  /** `parts` is needed to start tasks; without it they are only read and ended. */
  constructor(agentDir: string, parts: ProcessParts | null = null) {
    super(agentDir);
    this.#parts = parts;
    this.#standIns = new StandIns(this);
  }

  async refresh(): Promise<void> {
    forgetSeenProcesses();
  }

  find(): Found[] {
    const alive = this.alive();
    return [...new Set([...this.ids(), ...alive])].map((placementId) => ({
      placementId,
      alive: alive.has(placementId),
      gpus: this.file(placementId)?.gpus ?? [],
    }));
  }

  async start({ task, file, devices, nodeGpus, note }: StartGiven): Promise<void> {
    if (!this.#parts) throw new Error("this agent starts no tasks");
    if (task.stand_in && file.simulated) {
      note();
      this.#standIns.begin({ ...file, disk_bytes: null }, task.stand_in_kind);
      return;
    }
    if (task.image_own && !this.#parts.inside) throw new Error(PULLS_NOTHING);
    const { placement_id, volumes = [] } = task;
    const mounting = mountVolumes(volumes, { root: this.#parts.volumes, uid: process.getuid?.() ?? 0 });
    this.#starting.set(placement_id, mounting);
    try {
      const mounts = await mounting;
      note();
      const { agentDir } = this;
      const folder = this.folder(placement_id);
      const child = startTask({ task, file, folder, mounts, agentDir, devices, nodeGpus, parts: this.#parts });
      this.noteStart(placement_id, child);
      // A sandbox ends with its task; without one the customer's other programs would keep the task running.
      if (!this.#parts.sandbox)
        child.once("exit", () => this.end(placement_id).catch((error: unknown) => log(placement_id, textOf(error))));
    } finally {
      this.#starting.delete(placement_id);
    }
    forgetSeenProcesses();
  }

  /** Remembers a start: its process carries its mark only once it runs its program, a moment after it is there. */
  noteStart(placementId: string, child: ChildProcess): void {
    this.#young.set(placementId, { child, sinceMs: performance.now() });
  }

  alive(): Set<string> {
    const alive = new Set(markedProcesses(this.agentDir).map((one) => one.placementId));
    for (const placementId of [...this.#standIns.alive(), ...this.#starting.keys()]) alive.add(placementId);
    for (const [placementId, { child, sinceMs }] of this.#young) {
      const ended = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
      if (ended || performance.now() - sinceMs > YOUNG_MS) this.#young.delete(placementId);
      else alive.add(placementId);
    }
    return alive;
  }

  async end(placementId: string): Promise<void> {
    await this.#starting.get(placementId)?.catch(() => undefined);
    if (!this.#standIns.end(placementId)) await endTask(this.agentDir, placementId);
  }

  override forget(placementId: string): void {
    removeGroups(readJson(join(this.root(placementId), PLAN_FILE), planSchema)?.groups ?? []);
    this.#load.forget(placementId);
    super.forget(placementId);
  }

  load(placementId: string): TaskLoad | null {
    return this.#standIns.load(placementId) ?? this.#load.read(placementId, this.pids(placementId));
  }

  pids(placementId: string): number[] {
    return processesOfTask(this.agentDir, placementId);
  }

  logs(placementId: string): LogSource[] {
    const { root, home, run } = this.folder(placementId);
    // The server's own lines, and what the customer's program writes to ~/task.log.
    return [
      { file: join(root, "task.log"), stream: "err" },
      { file: join(this.#parts?.inside ? run : home, "task.log"), stream: "out" },
    ];
  }

  async stored(placementId: string, limitBytes: number, signal: AbortSignal): Promise<number | null> {
    const folders: [string] = [this.root(placementId)];
    const sandboxed = this.#parts?.sandbox !== null;
    return await storedBytes({ folders, pids: this.pids(placementId), limitBytes, sandboxed, signal });
  }
}
