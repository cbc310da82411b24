import { appendFileSync, existsSync, mkdirSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { joinSshAddr } from "~/compute/ssh-address";
import type { DesiredTask, ObservedTask } from "~/fleet/agent-messages";
import { Turns } from "~/platform/turns";
import { ifThereIsRoom } from "../if-there-is-room";
import type { GpuFigures } from "../probes/sysinfo";
import { log, textOf } from "../log";
import { removeTree } from "../remove-tree";
import { GPU_LOAD_FILE } from "../simulated/load-file";
import { parseKeys } from "../ssh/accept-key";
import { fingerprintOf } from "../ssh/fingerprint";
import { authorizedKeys, KEYS_FILE } from "./ssh-files";
import {
  ENDED_FILE,
  endedFileSchema,
  exitFileSchema,
  OWN_FILE_MAX_BYTES,
  readJson,
  readSmallFile,
  readyFileSchema,
  taskFileSchema,
  taskFolder,
  writeWhole,
  type TaskFile,
  type TaskFolder,
} from "./folder";
import { freeBytesOf } from "./stored";

/** The folders of one node's tasks, which both runtimes keep: what a task was started with, and how it ended. */
export class TaskFolders {
  readonly dir: string;
  readonly agentDir: string;
  /** Written once per task, read often. */
  readonly #files = new Map<string, TaskFile>();
  readonly #readyPorts = new Map<string, number>();
  readonly #keys = new Map<string, string[]>();
  readonly #hostKeys = new Map<string, string>();
  readonly #ended = new Map<string, string>();
  /** Placements whose folders are being removed. */
  readonly #removing = new Set<string>();
  readonly #removals = new Turns(1);

  constructor(agentDir: string) {
    this.agentDir = agentDir;
    this.dir = join(agentDir, "tasks");
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
  }

  freeBytes(): number {
    return freeBytesOf(this.agentDir);
  }

  ids(): string[] {
    return readdirSync(this.dir).filter((id) => !this.#removing.has(id));
  }

  folder(placementId: string): TaskFolder {
    return taskFolder(this.dir, placementId);
  }

  root(placementId: string): string {
    return this.folder(placementId).root;
  }

  file(placementId: string): TaskFile | null {
    const before = this.#files.get(placementId);
    if (before) return before;
    const file = readJson(join(this.folder(placementId).conf, "task.json"), taskFileSchema);
    if (file) this.#files.set(placementId, file);
    return file;
  }

  /** Reads the facts about a placement from its folder again. */
  readAgain(placementId: string): void {
    for (const known of [this.#files, this.#readyPorts, this.#keys, this.#hostKeys, this.#ended])
      known.delete(placementId);
  }

  /** Begins the removal of a placement's folder. One that fails, or dies with the agent, is found and begun again. */
  forget(placementId: string): void {
    this.readAgain(placementId);
    if (this.#removing.has(placementId)) return;
    this.#removing.add(placementId);
    this.#removals
      .take(() => removeTree(this.root(placementId)))
      .catch((error: unknown) => log("agent", textOf(error)))
      .finally(() => this.#removing.delete(placementId));
  }

  /** Writes the state of a task's simulated GPUs, for its `nvidia-smi`. */
  showLoad(placementId: string, load: GpuFigures): void {
    const { conf } = this.folder(placementId);
    if (existsSync(conf)) ifThereIsRoom(() => writeWhole(join(conf, GPU_LOAD_FILE), JSON.stringify(load)));
  }

  /** Replaces changed lists of keys that may log in; the tasks' servers close the connections of removed keys. */
  setKeys(tasks: readonly DesiredTask[]): void {
    for (const task of tasks) {
      const file = join(this.folder(task.placement_id).conf, KEYS_FILE);
      const text = authorizedKeys(task);
      if (!existsSync(file) || readSmallFile(file, OWN_FILE_MAX_BYTES) === text) continue;
      this.#keys.delete(task.placement_id);
      try {
        writeWhole(file, text, { owner: statSync(file) });
      } catch (error) {
        log(task.placement_id, `its new keys could not be written: ${textOf(error)}`);
        // Without room for the new keys nobody can log in: the old ones must go.
        ifThereIsRoom(() => truncateSync(file));
      }
    }
  }

  /** Ports of tasks that run or are about to. */
  ports(): Set<number> {
    return new Set(
      this.ids().flatMap((id) => {
        const file = this.file(id);
        return file ? [file.port, ...file.spare_ports] : [];
      }),
    );
  }

  /** Notes why the agent ends a task, before it does: the report contains that reason afterwards. */
  noteEnd(placementId: string, message: string): void {
    this.#ended.set(placementId, message);
    ifThereIsRoom(() => writeWhole(join(this.root(placementId), ENDED_FILE), JSON.stringify({ message })));
  }

  /** Adds a line for the customer to the task's log, marked so that its screen shows it with the task's own output. */
  tell(placementId: string, line: string): void {
    ifThereIsRoom(() => appendFileSync(join(this.root(placementId), "task.log"), `notice: ${line}\n`));
  }

  /** Reports a placement that was started once. */
  observe(placementId: string, alive: boolean, stopping: boolean): ObservedTask {
    const file = this.file(placementId);
    const port = this.readyPort(placementId);
    const exit = alive ? null : readJson(join(this.folder(placementId).run, "exit.json"), exitFileSchema);
    const ended = alive ? undefined : this.#endedBecause(placementId);
    return {
      placement_id: placementId,
      state: !alive ? "stopped" : stopping ? "stopping" : port !== null ? "running" : "starting",
      exit_code: ended !== undefined ? null : (exit?.code ?? null),
      started_ts: file?.started_ts ?? null,
      ssh_addr: file && port !== null && alive ? joinSshAddr({ host: file.host, port }) : "",
      ssh_host_key: this.#hostKey(placementId),
      ssh_keys: this.#acceptedKeys(placementId),
      simulated: file?.simulated ?? true,
      mining: "",
      message: alive ? "" : (ended ?? exit?.message ?? lastWord(file, port !== null)),
    };
  }

  /**
   * The port under which it was reached first, or null. It is stored out of the customer's reach: a customer who removed
   * `ready.json` from the task would otherwise appear not to run it, and not be charged. A task of an older agent, which has
   * no keeper, wrote it within the task.
   */
  readyPort(placementId: string): number | null {
    const before = this.#readyPorts.get(placementId);
    if (before !== undefined) return before;
    const { root, run } = this.folder(placementId);
    const kept = join(root, "ready.json");
    const known = readJson(kept, readyFileSchema);
    const byKeeper = this.file(placementId)?.kept ?? true;
    const ready = known ?? (byKeeper ? null : readJson(join(run, "ready.json"), readyFileSchema));
    if (!ready) return null;
    if (!known) ifThereIsRoom(() => writeWhole(kept, JSON.stringify(ready)));
    this.#readyPorts.set(placementId, ready.port);
    return ready.port;
  }

  #endedBecause(placementId: string): string | undefined {
    const file = join(this.root(placementId), ENDED_FILE);
    return this.#ended.get(placementId) ?? readJson(file, endedFileSchema)?.message;
  }

  #hostKey(placementId: string): string {
    const before = this.#hostKeys.get(placementId);
    if (before !== undefined) return before;
    const file = join(this.folder(placementId).conf, "host_key.pub");
    const key = readSmallFile(file)?.trim();
    if (key === undefined) return "";
    this.#hostKeys.set(placementId, key);
    return key;
  }

  /** Fingerprints of the keys that its server accepts, as they are on disk. */
  #acceptedKeys(placementId: string): string[] {
    const before = this.#keys.get(placementId);
    if (before) return before;
    const file = join(this.folder(placementId).conf, KEYS_FILE);
    const text = readSmallFile(file, OWN_FILE_MAX_BYTES);
    if (text === null) return [];
    const keys = parseKeys(text.split("\n")).map((key) => fingerprintOf(key.getPublicSSH()));
    this.#keys.set(placementId, keys);
    return keys;
  }
}

/** The reason why a task that left none itself does not run. */
function lastWord(file: TaskFile | null, wasReady: boolean): string {
  if (!file) return "the task was lost";
  return wasReady ? "the task's processes ended" : "the task ended before its SSH server was ready";
}
