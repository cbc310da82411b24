import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DesiredTask, ObservedTask } from "../messages";
import type { Found } from "../reconcile";
import { endTask } from "./end-task";
import {
  exitFileSchema,
  readJson,
  taskFileSchema,
  taskFolder,
  type TaskFile,
  type TaskFolder,
} from "./folder";
import { markedProcesses } from "./processes";

/**
 * The tasks of one node as disk and process table show them. It keeps nothing in memory that a new agent could not
 * find again, so an agent that was killed is followed by one that goes on where it was.
 */
export class Tasks {
  readonly dir: string;
  readonly #agentDir: string;

  constructor(agentDir: string) {
    this.#agentDir = agentDir;
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

  alive(): Set<string> {
    return new Set(markedProcesses(this.#agentDir).map((one) => one.placementId));
  }

  folder(placementId: string): TaskFolder {
    return taskFolder(this.dir, placementId);
  }

  file(placementId: string): TaskFile | null {
    return readJson(join(this.folder(placementId).conf, "task.json"), taskFileSchema);
  }

  async end(placementId: string): Promise<void> {
    await endTask(this.#agentDir, placementId);
  }

  forget(placementId: string): void {
    rmSync(this.folder(placementId).root, { recursive: true, force: true });
  }

  /** Ports of tasks that run or are about to. */
  ports(): Set<number> {
    return new Set(readdirSync(this.dir).flatMap((id) => this.file(id)?.port ?? []));
  }

  /** What is reported of a placement that was started once. */
  observe(placementId: string, alive: boolean, stopping: boolean): ObservedTask {
    const file = this.file(placementId);
    const folder = this.folder(placementId);
    const ready = existsSync(join(folder.run, "ready.json"));
    const exit = readJson(join(folder.run, "exit.json"), exitFileSchema);
    const hostKey = join(folder.conf, "host_key.pub");
    return {
      placement_id: placementId,
      state: !alive ? "stopped" : stopping ? "stopping" : ready ? "running" : "starting",
      exit_code: exit?.code ?? null,
      started_ts: file?.started_ts ?? null,
      ssh_addr: file && ready && alive ? `${file.host}:${file.port}` : "",
      ssh_host_key: existsSync(hostKey) ? readFileSync(hostKey, "utf8").trim() : "",
      simulated: file?.simulated ?? true,
      mining: "",
      message: alive ? "" : (exit?.message ?? (file ? "the task's processes ended" : "the task was lost")),
    };
  }
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
