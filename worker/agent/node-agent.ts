import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { Connection } from "./connection";
import { crashPoint } from "./crash-point";
import { ifThereIsRoom } from "./if-there-is-room";
import { LoadSampler } from "./load/sample";
import { log, reasonOf, textOf } from "./log";
import { LogTail } from "./log-tail";
import {
  desiredSchema,
  type Desired,
  type DesiredTask,
  type Observed,
  type ObservedTask,
} from "~/fleet/agent-messages";
import type { Telemetry } from "~/fleet/agent-telemetry";
import { Chores } from "./health/chores";
import { awaitsKernelLog } from "./health/awaits-kernel-log";
import { judgeStart } from "./health/judge-start";
import { bootId, bootMs, readSysinfo, type NodeHardware } from "./probes/sysinfo";
import { Ports } from "./ports";
import { isOlder, reconcile } from "./reconcile";
import { readMeans } from "./node-means";
import type { NodeTasks, Runtime } from "./runtime";
import { StorageWatch } from "./task/storage-watch";
import { aboutTask, failed } from "./task/about-task";
import { TraceStart } from "./trace-start";
import { StartedLedger } from "./task/started-ledger";
import { AccessLink } from "./access/access-link";
import type { VolumeCopies } from "./volume-copies";
import type { VolumeFolder } from "./volume-folder";

const REPORT_MS = 5_000;
const LOAD_MS = 3_000;
const TELEMETRY_MS = 10_000;
const LOOK_MS = 100;
const LOGS_MS = 1_000;

interface NodeOptions {
  nodeName: string;
  agentKey: string;
  /** Folder of this node. */
  dir: string;
  liveUrl: string;
  bind: string;
  /** Host at which customers reach the tasks' SSH servers. */
  host: string;
  ports: { first: number; last: number };
  hardware: NodeHardware;
  runtime: Runtime;
  /** Folder of its volumes; null: it keeps none. */
  volumes: VolumeFolder | null;
  /** Called when another connection took over this node, or it was retired. */
  onSuperseded: () => void;
  /** Called when it had tasks, none is desired any more and nothing of them is left here. */
  onWorkDone?: () => void;
}

/** One node: applies the desired state to its tasks and reports what it observes (4.1). */
export class NodeAgent {
  readonly #options: NodeOptions;
  readonly #tasks: NodeTasks;
  readonly #started: StartedLedger;
  readonly #trace: TraceStart;
  readonly #ports: Ports;
  readonly #load: LoadSampler;
  readonly #logs: LogTail;
  readonly #storage: StorageWatch;
  readonly #chores: Chores;
  readonly #copies: VolumeCopies | null;
  readonly #awaitsKernelLog: (tasks: readonly ObservedTask[]) => boolean;
  readonly #refused = new Map<string, ObservedTask>();
  /**
   * Placements being ended, by whether the end was requested: one that the agent ends on its own counts as running
   * until its end.
   */
  readonly #ending = new Map<string, { asked: boolean }>();
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #connection: Connection | null = null;
  #access: AccessLink | null = null;
  #desired: Desired | null = null;
  /** Placements that do not run and are no longer wanted. */
  #leaving: string[] = [];
  /** Placements that this agent ends for its engine; null: no engine wants its GPUs back. */
  #forEngine: ReadonlySet<string> | null = null;
  #hadTasks = false;
  #heardMs = performance.now();
  #seq = 0;
  #telemetryMs = -Infinity;
  #lastReport = "";
  #work: Promise<void> = Promise.resolve();

  constructor(options: NodeOptions) {
    this.#options = options;
    mkdirSync(options.dir, { recursive: true, mode: 0o700 });
    this.#tasks = options.runtime.tasksOf(options.dir);
    this.#started = new StartedLedger(join(options.dir, "started"));
    this.#trace = new TraceStart(options.nodeName);
    this.#ports = new Ports(options.bind, options.ports);
    this.#load = new LoadSampler(this.#tasks, options.hardware);
    this.#logs = new LogTail(this.#tasks, (chunk, onAnswer) => {
      if (!this.#connection?.connected) return false;
      this.#connection.logs(chunk, onAnswer);
      return true;
    });
    this.#copies = options.volumes?.copies() ?? null;
    this.#awaitsKernelLog = awaitsKernelLog(options.hardware.look, () => this.#report());
    this.#chores = new Chores(options, () => this.#report());
    this.#storage = new StorageWatch(this.#tasks, (id) => void this.#end(id, { asked: false }));
  }

  start(): void {
    const { liveUrl, nodeName, agentKey } = this.#options;
    this.#connection = new Connection({
      nodeName,
      agentKey,
      liveUrl,
      onConnect: () => this.#report(),
      onDesired: (given) => this.#take(given),
      onSuperseded: () => {
        this.stop();
        this.#options.onSuperseded();
      },
    });
    this.#access = new AccessLink({ liveUrl, nodeName, agentKey, tasks: this.#tasks });
    this.#every(REPORT_MS, () => this.#report());
    this.#every(LOAD_MS, () => this.#sendLoad());
    this.#every(LOOK_MS, () => this.#reportChange());
    this.#every(LOGS_MS, () => this.#sendLogs());
    this.#every(LOGS_MS, () => this.#storage.look());
  }

  /** Repeats work. A failure there concerns one task or file, so it must not end the agent of all tasks. */
  #every(ms: number, work: () => void): void {
    let before = "";
    const attempt = () => {
      try {
        work();
        before = "";
      } catch (error) {
        if (before !== String(error)) log(this.#options.nodeName, (before = String(error)));
      }
    };
    this.#timers.push(setInterval(attempt, ms));
  }

  /** Ends the connection, not the tasks. */
  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#storage.stop();
    this.#connection?.end();
    this.#access?.end();
  }

  /** Milliseconds since the control plane's last message. */
  get silenceMs(): number {
    return performance.now() - this.#heardMs;
  }

  /** Ends all tasks because a pilot has to return their GPUs, and starts no others. */
  async endForEngine(): Promise<void> {
    const alive = [...this.#tasks.alive()];
    this.#forEngine = new Set(alive);
    await Promise.all(alive.map((id) => this.#end(id, { asked: false })));
  }

  /** Resolves once the control plane knows how the tasks ended. */
  async untilReported(): Promise<void> {
    this.#sendLogs();
    await new Promise<void>((taken) => this.#every(LOOK_MS, () => this.#report(taken)));
  }

  #take(given: unknown): void {
    this.#heardMs = performance.now();
    const parsed = desiredSchema.safeParse(given);
    if (!parsed.success) return log(this.#options.nodeName, "a desired state could not be read");
    if (this.#desired && isOlder(parsed.data, this.#desired)) return;
    this.#desired = parsed.data;
    this.#hadTasks ||= parsed.data.tasks.length > 0;
    this.#applyDesired();
  }

  #applyDesired(): void {
    this.#work = this.#work
      .then(() => this.#reconcile())
      .catch((error: unknown) => log(this.#options.nodeName, String(error)));
  }

  async #reconcile(): Promise<void> {
    const desired = this.#desired;
    if (!desired || this.#forEngine) return;
    await this.#tasks.refresh();
    const found = this.#tasks.find();
    const begun = new Set(found.filter((one) => one.alive).map((one) => one.placementId));
    const plan = reconcile(desired, found, (id) => this.#started.has(id) || this.#refused.has(id) || begun.has(id));
    for (const { task, message } of plan.refuse) this.#refuse(task, message);
    for (const id of this.#refused.keys())
      if (!desired.tasks.some((task) => task.placement_id === id)) this.#refused.delete(id);
    this.#leaving = plan.forget;
    for (const id of plan.end) void this.#end(id);
    this.#tasks.setKeys(desired.tasks);
    this.#chores.take(desired);
    for (const task of plan.start) await this.#start(task);
    this.#options.hardware.clearFindings(desired.cleared_findings ?? []);
    this.#report();
  }

  /** Resolves when the start has begun: nothing waits for a slow one. */
  async #start(task: DesiredTask): Promise<void> {
    const { bind, host, hardware } = this.#options;
    this.#trace.begin(task);
    try {
      const ports = await this.#ports.chooseWithSpares(this.#tasks.ports());
      const gpus = hardware.gpusOf(task.gpus);
      const startedTs = Math.floor(Date.now() / 1000);
      const file = aboutTask(task, { ...gpus, simulated: hardware.simulated, bind, host, ports, startedTs });
      const note = () => {
        this.#started.add(task.placement_id);
        crashPoint("noted");
      };
      const begun = this.#tasks.start({ task, file, devices: gpus.devices, nodeGpus: hardware.nodeGpus, note });
      this.#carryOut(task, begun).catch((error: unknown) => log(this.#options.nodeName, String(error)));
    } catch (error) {
      this.#refuse(task, reasonOf(error));
    }
  }

  async #carryOut(task: DesiredTask, starting: Promise<void>): Promise<void> {
    try {
      await starting;
      this.#trace.started(task);
      log(this.#options.nodeName, `started ${task.placement_id}`);
    } catch (error) {
      if (this.#ending.has(task.placement_id)) return;
      log(this.#options.nodeName, `${task.placement_id} could not be started: ${textOf(error)}`);
      const fault = judgeStart(error, task);
      if (fault) this.#options.hardware.happened(fault);
      this.#refuse(task, reasonOf(error));
    }
    this.#report();
  }

  /**
   * Refuses a placement for good: the refusal was reported, so it must not begin when the GPU is free later. Its report says
   * whether the node is at fault, so that the task starts on another one.
   */
  #refuse(task: DesiredTask, message: string): void {
    this.#options.hardware.lookAround();
    this.#options.runtime.lookAround?.();
    this.#trace.failed(task);
    this.#refused.set(task.placement_id, failed(task, message, this.#options.hardware.simulated));
    // Other work does not wait for space on the disk.
    ifThereIsRoom(() => this.#started.add(task.placement_id));
  }

  async #end(placementId: string, how = { asked: true }): Promise<void> {
    if (this.#ending.has(placementId)) return;
    this.#ending.set(placementId, how);
    try {
      await this.#tasks.end(placementId);
      log(this.#options.nodeName, `ended ${placementId}`);
    } catch (error) {
      log(this.#options.nodeName, String(error));
    } finally {
      this.#ending.delete(placementId);
    }
    // Tasks that waited for these GPUs may start now, and tasks no longer wanted are removed.
    this.#applyDesired();
  }

  /** Placements that were started once and that either run or are still wanted. */
  #observeTasks(): ObservedTask[] {
    const alive = this.#tasks.alive();
    const begun = this.#desired?.tasks.filter((task) => task.ran || this.#started.has(task.placement_id)) ?? [];
    const ids = new Set([...alive, ...begun.map((task) => task.placement_id)]);
    for (const id of this.#refused.keys()) ids.delete(id);
    const observed = [...ids].map((id) => {
      const one = this.#tasks.observe(id, alive.has(id), this.#ending.get(id)?.asked ?? false);
      const ended = one.state === "stopped" && this.#forEngine?.has(id);
      return {
        ...one,
        mining: one.state === "running" ? this.#load.miningSign(id) : "",
        ...(ended ? { ended_by_engine: true } : {}),
      };
    });
    this.#trace.observed(observed);
    return [...observed, ...this.#refused.values()];
  }

  #reportChange(): void {
    if (this.#desired && JSON.stringify(this.#observeTasks()) !== this.#lastReport) this.#report();
  }

  #report(onTaken?: () => void): void {
    if (!this.#connection?.connected) return;
    const tasks = this.#observeTasks();
    if (this.#awaitsKernelLog(tasks)) return;
    this.#lastReport = JSON.stringify(tasks);
    const report: Observed = {
      agent_version: version,
      boot_id: bootId(),
      seq: (this.#seq = Math.max(this.#seq + 1, bootMs())),
      epoch: this.#desired?.epoch,
      desired_version: this.#desired?.version ?? 0,
      ts: Math.floor(Date.now() / 1000),
      tasks,
      ...readMeans(this.#options),
      volume_copies: this.#desired ? this.#copies?.report(this.#desired, () => this.#report()) : undefined,
      volumes_gone: this.#desired ? this.#options.volumes?.gone(this.#desired, () => this.#report()) : undefined,
      sysinfo: readSysinfo(this.#options.hardware, this.#options.dir),
      findings: this.#options.hardware.findings(),
      chores: this.#chores.report(),
      gpu_uuids: this.#options.hardware.gpuUuids(),
      telemetry: this.#telemetryWhenDue(),
    };
    this.#connection.observed(report, onTaken);
    crashPoint("reported");
  }

  /** The figures of the machine, at most every ten seconds: they cost more than the rest of a report. */
  #telemetryWhenDue(): Telemetry | undefined {
    const nowMs = performance.now();
    // Timers are not exact: the second report after one with figures has them again.
    if (nowMs - this.#telemetryMs < TELEMETRY_MS - REPORT_MS / 2) return undefined;
    this.#telemetryMs = nowMs;
    return this.#options.hardware.telemetry();
  }

  /** Sends output; the remains of unwanted tasks are removed once all their output is sent. */
  #sendLogs(): void {
    const unsent = this.#logs.send();
    for (const id of this.#leaving) if (!unsent.has(id)) this.#tasks.forget(id);
    this.#leaving = this.#leaving.filter((id) => unsent.has(id));
    if (
      this.#options.onWorkDone &&
      this.#hadTasks &&
      this.#desired?.tasks.length === 0 &&
      this.#tasks.find().length === 0
    )
      this.#options.onWorkDone();
  }

  #sendLoad(): void {
    const samples = this.#load.sample();
    if (samples.length > 0 && this.#connection?.connected)
      this.#connection.load({ ts: Math.floor(Date.now() / 1000), samples });
  }
}
