import type { DesiredTask, ObservedTask } from "~/fleet/agent-messages";
import type { Condition } from "./health/finding-book";
import type { LogSource } from "./log-tail";
import type { GpuDevices } from "./probes/gpu-devices";
import type { GpuFigures } from "./probes/sysinfo";
import type { Found } from "./reconcile";
import type { TaskFile } from "./task/folder";
import type { GpusOfNode } from "./task/limits";
import type { VolumeRoot } from "./volume-root";

/** A runtime of tasks on this machine: `process` or `container`. */
export interface Runtime {
  readonly name: "process" | "container";
  /** Socket of the engine that has its containers; omitted if it has no engine. */
  readonly engine?: string;
  /** The missing abilities of this machine, one line each. */
  readonly lacks: string[];
  /** Folder of the volumes that its tasks get; null: they get none. */
  readonly volumes: VolumeRoot | null;
  /** Names of the images on the node, as last listed; omitted if tasks have none. */
  images?(): readonly string[];
  /** The images for which its disk had no room; omitted if tasks have none. */
  imagesWithoutRoom?(): string[];
  /** Looks for these faults now, without waiting for the next look. */
  lookAround?(): void;
  /** Faults of the parts that it needs; omitted if it does not check. */
  conditions?(): Condition[];
  /** The tasks of the node with that folder. */
  tasksOf(agentDir: string): NodeTasks;
}

export interface StartGiven {
  task: DesiredTask;
  /** The task file without the disk limit, which the runtime adds. */
  file: Omit<TaskFile, "disk_bytes">;
  devices: GpuDevices;
  nodeGpus: GpusOfNode;
  /** Notes the start on disk; called before the task runs, and after slow steps such as a pull. */
  note: () => void;
}

/** The usage of a task since the last call. */
export interface TaskLoad {
  /** 100 is one core. */
  cpuPct: number;
  memMb: number;
}

/**
 * The tasks of one node. A new agent finds the same facts in processes, containers and files: no state is in memory
 * only. All but the actions answer at once, from the last look.
 */
export interface NodeTasks {
  /** Checks again what runs, before a decision. */
  refresh(): Promise<void>;
  /** Lists placements that run, are being started, or left something behind. */
  find(): Found[];
  /** The placements that run or are being started. */
  alive(): Set<string>;
  /** @throws Error with a text for the customer when it could not be started; nothing of it runs then. */
  start(given: StartGiven): Promise<void>;
  /** Resolves once all its processes have ended; without any it succeeds. */
  end(placementId: string): Promise<void>;
  /** Replaces the keys of those tasks that have a folder. */
  setKeys(tasks: readonly DesiredTask[]): void;
  /** Removes what is left of one that does not run. */
  forget(placementId: string): void;
  /** Reports a placement that was started once. */
  observe(placementId: string, alive: boolean, stopping: boolean): ObservedTask;
  /** Null if two readings are needed and this was the first, or nothing runs. */
  load(placementId: string): TaskLoad | null;
  /** Lists all processes of a task, by this machine's numbers. */
  pids(placementId: string): number[];
  /** Lists the sources of its log lines. */
  logs(placementId: string): LogSource[];
  /** Returns its bytes on disk; null if unknown. */
  stored(placementId: string, limitBytes: number, signal: AbortSignal): Promise<number | null>;
  /** Ports of tasks that run or are about to. */
  ports(): Set<number>;
  file(placementId: string): TaskFile | null;
  /** Folder that records how much of its logs was sent. */
  root(placementId: string): string;
  /** Placements with a folder. */
  noteEnd(placementId: string, message: string): void;
  tell(placementId: string, line: string): void;
  showLoad(placementId: string, load: GpuFigures): void;
}
