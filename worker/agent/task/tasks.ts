import type { ChildProcess } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DesiredTask, ObservedTask } from "~/domain/agent/messages";
import type { GpuFigures } from "../probes/sysinfo";
import type { Found } from "../reconcile";
import { GPU_LOAD_FILE } from "../simulated/load-file";
import { parseKeys } from "../ssh/accept-key";
import { fingerprintOf } from "../ssh/fingerprint";
import { planSchema } from "../keeper/plan";
import { endTask } from "./end-task";
import {
  ENDED_FILE,
  endedFileSchema,
  exitFileSchema,
  PLAN_FILE,
  readJson,
  readyFileSchema,
  taskFileSchema,
  taskFolder,
  writeWhole,
  type TaskFile,
  type TaskFolder,
} from "./folder";
import { removeGroups } from "./groups";
import { markedProcesses } from "./processes";

/** How long a start speaks for its task; by then its processes carry their marks, or there are none. */
const YOUNG_MS = 3_000;

/**
 * The tasks of one node as disk and process table show them. It keeps nothing in memory that a new agent could not
 * find again, so an agent that was killed is followed by one that goes on where it was.
 */
export class Tasks {
  readonly dir: string;
  readonly agentDir: string;
  /** Written once per task, read often. */
  readonly #files = new Map<string, TaskFile>();
  readonly #readyPorts = new Map<string, number>();
  readonly #keys = new Map<string, string[]>();
  readonly #ended = new Map<string, string>();
  readonly #young = new Map<string, { child: ChildProcess; sinceMs: number }>();

  constructor(agentDir: string) {
    this.agentDir = agentDir;
    this.dir = join(agentDir, "tasks");
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
  }

  find(): Found[] {
    const alive = this.alive();
    const ids = new Set([...readdirSync(this.dir), ...alive]);
    return [...ids].map((placementId) => ({
      placementId,
      alive: alive.has(placementId),
      gpus: this.file(placementId)?.gpus ?? [],
    }));
  }

  /** Remembers a start: its process carries its mark only once it runs its program, a moment after it is there. */
  noteStart(placementId: string, child: ChildProcess): void {
    this.#young.set(placementId, { child, sinceMs: performance.now() });
  }

  alive(): Set<string> {
    const alive = new Set(markedProcesses(this.agentDir).map((one) => one.placementId));
    for (const [placementId, { child, sinceMs }] of this.#young) {
      const ended = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
      if (ended || performance.now() - sinceMs > YOUNG_MS) this.#young.delete(placementId);
      else alive.add(placementId);
    }
    return alive;
  }

  folder(placementId: string): TaskFolder {
    return taskFolder(this.dir, placementId);
  }

  file(placementId: string): TaskFile | null {
    const before = this.#files.get(placementId);
    if (before) return before;
    const file = readJson(join(this.folder(placementId).conf, "task.json"), taskFileSchema);
    if (file) this.#files.set(placementId, file);
    return file;
  }

  async end(placementId: string): Promise<void> {
    await endTask(this.agentDir, placementId);
  }

  forget(placementId: string): void {
    this.#files.delete(placementId);
    this.#readyPorts.delete(placementId);
    this.#keys.delete(placementId);
    this.#ended.delete(placementId);
    const { root } = this.folder(placementId);
    removeGroups(readJson(join(root, PLAN_FILE), planSchema)?.groups ?? []);
    rmSync(root, { recursive: true, force: true });
  }

  /** Tells a task what its simulated GPUs do, for its `nvidia-smi`. */
  showLoad(placementId: string, load: GpuFigures): void {
    const { conf } = this.folder(placementId);
    if (existsSync(conf)) writeWhole(join(conf, GPU_LOAD_FILE), JSON.stringify(load));
  }

  /** Ports of tasks that run or are about to. */
  ports(): Set<number> {
    return new Set(
      readdirSync(this.dir).flatMap((id) => {
        const file = this.file(id);
        return file ? [file.port, ...file.spare_ports] : [];
      }),
    );
  }

  /** Notes why the agent ends a task, before it does: that is reported of it afterwards. */
  noteEnd(placementId: string, message: string): void {
    this.#ended.set(placementId, message);
    onDisk(() => writeWhole(join(this.folder(placementId).root, ENDED_FILE), JSON.stringify({ message })));
  }

  /** Adds a line to what the task's screen shows beside the customer's own output. */
  tell(placementId: string, line: string): void {
    onDisk(() => appendFileSync(join(this.folder(placementId).root, "task.log"), `${line}\n`));
  }

  #endedBecause(placementId: string): string | undefined {
    const file = join(this.folder(placementId).root, ENDED_FILE);
    return this.#ended.get(placementId) ?? readJson(file, endedFileSchema)?.message;
  }

  /** What is reported of a placement that was started once. */
  observe(placementId: string, alive: boolean, stopping: boolean): ObservedTask {
    const file = this.file(placementId);
    const folder = this.folder(placementId);
    const port = this.#readyPort(placementId);
    const exit = readJson(join(folder.run, "exit.json"), exitFileSchema);
    const hostKey = join(folder.conf, "host_key.pub");
    const ended = alive ? undefined : this.#endedBecause(placementId);
    return {
      placement_id: placementId,
      state: !alive ? "stopped" : stopping ? "stopping" : port !== null ? "running" : "starting",
      exit_code: ended !== undefined ? null : (exit?.code ?? null),
      started_ts: file?.started_ts ?? null,
      ssh_addr: file && port !== null && alive ? sshAddress(file.host, port) : "",
      ssh_host_key: existsSync(hostKey) ? readFileSync(hostKey, "utf8").trim() : "",
      ssh_keys: this.#acceptedKeys(placementId),
      simulated: file?.simulated ?? true,
      mining: "",
      message: alive ? "" : (ended ?? exit?.message ?? lastWord(file, port !== null)),
    };
  }

  /** Fingerprints of the keys that its server lets in, as they lie on disk. Written once, at the start. */
  #acceptedKeys(placementId: string): string[] {
    const before = this.#keys.get(placementId);
    if (before) return before;
    const file = join(this.folder(placementId).conf, "authorized_keys");
    if (!existsSync(file)) return [];
    const keys = parseKeys(readFileSync(file, "utf8").split("\n")).map((key) => fingerprintOf(key.getPublicSSH()));
    this.#keys.set(placementId, keys);
    return keys;
  }

  /**
   * The port under which it was reached first, or null. It stands where the customer cannot reach it: who removed
   * `ready.json` from the task would otherwise seem not to run, and not be charged. A task of an older agent, which has
   * no keeper, wrote it within the task.
   */
  #readyPort(placementId: string): number | null {
    const before = this.#readyPorts.get(placementId);
    if (before !== undefined) return before;
    const { root, run } = this.folder(placementId);
    const kept = join(root, "ready.json");
    const known = readJson(kept, readyFileSchema);
    const byKeeper = this.file(placementId)?.kept ?? true;
    const ready = known ?? (byKeeper ? null : readJson(join(run, "ready.json"), readyFileSchema));
    if (!ready) return null;
    if (!known) writeWhole(kept, JSON.stringify(ready));
    this.#readyPorts.set(placementId, ready.port);
    return ready.port;
  }
}

/** Writes what can be done without: a disk may be full. */
function onDisk(write: () => void): void {
  try {
    write();
  } catch {
    // What stands in memory holds until the next start of the agent.
  }
}

/** Why a task that left no word of its own does not run. */
function lastWord(file: TaskFile | null, wasReady: boolean): string {
  if (!file) return "the task was lost";
  return wasReady ? "the task's processes ended" : "the task ended before its SSH server was ready";
}

function sshAddress(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** What is reported of a placement that could not be started. */
export function failed(task: DesiredTask, message: string, simulated: boolean): ObservedTask {
  return {
    placement_id: task.placement_id,
    state: "error",
    exit_code: null,
    started_ts: null,
    ssh_addr: "",
    ssh_host_key: "",
    simulated,
    mining: "",
    message: message.slice(0, 1000),
  };
}
