import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { Connection } from "./connection";
import { crashPoint } from "./crash-point";
import { LoadSampler } from "./load/sample";
import { log } from "./log";
import { LogTail } from "./log-tail";
import { desiredSchema, type Desired, type DesiredTask, type ObservedTask } from "~/domain/agent/messages";
import { bootId, bootMs, readSysinfo, type NodeHardware } from "./probes/sysinfo";
import { Ports } from "./ports";
import { reconcile } from "./reconcile";
import { lookAgain } from "./task/processes";
import { startTask } from "./task/start-task";
import { StorageWatch } from "./task/storage-watch";
import { StartedLedger } from "./task/started-ledger";
import type { Runtime } from "./task/runtime";
import { failed, Tasks } from "./task/tasks";
import { maintain } from "./maintenance";

const REPORT_MS = 5_000;
const LOAD_MS = 3_000;
const LOOK_MS = 100;

interface NodeOptions {
  nodeName: string;
  agentKey: string;
  /** This node's own folder. */
  dir: string;
  liveUrl: string;
  bind: string;
  /** Host under which customers reach the tasks' SSH servers. */
  host: string;
  ports: { first: number; last: number };
  hardware: NodeHardware;
  runtime: Runtime;
  /** Called when another connection took over this node, or it was retired. */
  onSuperseded: () => void;
}

/** One node: keeps its tasks equal to the desired state and reports what it observes (4.1). */
export class NodeAgent {
  readonly #options: NodeOptions;
  readonly #tasks: Tasks;
  readonly #started: StartedLedger;
  readonly #ports: Ports;
  readonly #load: LoadSampler;
  readonly #logs: LogTail;
  readonly #storage: StorageWatch;
  readonly #refused = new Map<string, ObservedTask>();
  /** By whether that was asked for: what the agent ends by itself counts as running until it has ended. */
  readonly #ending = new Map<string, { asked: boolean }>();
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #connection: Connection | null = null;
  #desired: Desired | null = null;
  #seq = 0;
  #lastReport = "";
  #work: Promise<void> = Promise.resolve();

  constructor(options: NodeOptions) {
    this.#options = options;
    mkdirSync(options.dir, { recursive: true, mode: 0o700 });
    this.#tasks = new Tasks(options.dir);
    this.#started = new StartedLedger(join(options.dir, "started"));
    this.#ports = new Ports(options.bind, options.ports);
    this.#load = new LoadSampler(options.dir, this.#tasks, options.hardware);
    this.#logs = new LogTail(this.#tasks, (chunk) => {
      if (!this.#connection?.connected) return false;
      this.#connection.logs(chunk);
      return true;
    });
    const sandboxed = options.runtime.sandbox !== null;
    this.#storage = new StorageWatch(this.#tasks, sandboxed, (id) => void this.#end(id, { asked: false }));
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
    this.#timers.push(
      setInterval(() => this.#report(), REPORT_MS),
      setInterval(() => this.#sendLoad(), LOAD_MS),
      setInterval(() => this.#reportChange(), LOOK_MS),
      setInterval(() => this.#logs.send(), 1_000),
      setInterval(() => this.#storage.look(), 1_000),
    );
  }

  /** Ends the connection, not the tasks. */
  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#storage.stop();
    this.#connection?.end();
  }

  #take(given: unknown): void {
    const parsed = desiredSchema.safeParse(given);
    if (!parsed.success) return log(this.#options.nodeName, "a desired state could not be read");
    if (this.#desired && isOlder(parsed.data, this.#desired)) return;
    this.#desired = parsed.data;
    this.#makeSo();
  }

  #makeSo(): void {
    this.#work = this.#work
      .then(() => this.#reconcile())
      .catch((error: unknown) => log(this.#options.nodeName, String(error)));
  }

  async #reconcile(): Promise<void> {
    const desired = this.#desired;
    if (!desired) return;
    lookAgain();
    const plan = reconcile(desired, this.#tasks.find(), (id) => this.#started.has(id));
    for (const { task, message } of plan.refuse) {
      // A refusal is final: it has been reported, so the placement must not begin when the GPU is free one day.
      this.#started.add(task.placement_id);
      this.#refused.set(task.placement_id, failed(task, message, this.#simulated()));
    }
    for (const id of this.#refused.keys())
      if (!desired.tasks.some((task) => task.placement_id === id)) this.#refused.delete(id);
    for (const id of plan.forget) this.#tasks.forget(id);
    for (const id of plan.end) void this.#end(id);
    for (const task of plan.start) await this.#start(task);
    if (desired.maintenance) maintain(this.#options.nodeName);
    this.#report();
  }

  async #start(task: DesiredTask): Promise<void> {
    const { bind, host, runtime, dir, hardware, nodeName } = this.#options;
    this.#started.add(task.placement_id);
    crashPoint("noted");
    try {
      const ports = await this.#ports.chooseWithSpares(this.#tasks.ports());
      const gpus = hardware.gpusOf(task.gpus);
      const child = startTask({
        task,
        folder: this.#tasks.folder(task.placement_id),
        agentDir: dir,
        runtime,
        devices: gpus.devices,
        file: {
          placement_id: task.placement_id,
          resv_guid: task.resv_guid,
          task_name: task.task_name,
          tenant_name: task.tenant_name,
          agent: task.agent,
          gpus: task.gpus,
          gpu_uuids: gpus.uuids,
          gpu_model: gpus.model,
          simulated: hardware.simulated,
          bind,
          host,
          ...ports,
          started_ts: Math.floor(Date.now() / 1000),
          kept: true,
        },
      });
      this.#tasks.noteStart(task.placement_id, child);
      lookAgain();
      log(nodeName, `started ${task.placement_id} on port ${ports.port}`);
    } catch (error) {
      this.#refused.set(
        task.placement_id,
        failed(task, error instanceof Error ? error.message : String(error), this.#simulated()),
      );
    }
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
    // What waited for its GPUs may begin now.
    if (this.#desired?.tasks.some((task) => task.run && !this.#started.has(task.placement_id))) this.#makeSo();
    else this.#report();
  }

  /** Placements that were started here once and that either run or are still wanted. */
  #observeTasks(): ObservedTask[] {
    const alive = this.#tasks.alive();
    const wanted = new Set(this.#desired?.tasks.map((task) => task.placement_id) ?? []);
    const ids = new Set([...alive, ...[...wanted].filter((id) => this.#started.has(id))]);
    for (const id of this.#refused.keys()) ids.delete(id);
    const observed = [...ids].map((id) => {
      const one = this.#tasks.observe(id, alive.has(id), this.#ending.get(id)?.asked ?? false);
      return { ...one, mining: one.state === "running" ? this.#load.miningSign(id) : "" };
    });
    return [...observed, ...this.#refused.values()];
  }

  #reportChange(): void {
    if (this.#desired && JSON.stringify(this.#observeTasks()) !== this.#lastReport) this.#report();
  }

  #report(): void {
    if (!this.#connection?.connected) return;
    const tasks = this.#observeTasks();
    this.#lastReport = JSON.stringify(tasks);
    this.#connection.observed({
      agent_version: version,
      boot_id: bootId(),
      seq: (this.#seq = Math.max(this.#seq + 1, bootMs())),
      epoch: this.#desired?.epoch,
      desired_version: this.#desired?.version ?? 0,
      ts: Math.floor(Date.now() / 1000),
      tasks,
      sysinfo: readSysinfo(this.#options.hardware, this.#options.dir),
    });
    crashPoint("reported");
  }

  #sendLoad(): void {
    const samples = this.#load.sample();
    if (samples.length > 0 && this.#connection?.connected) {
      this.#connection.load({ ts: Math.floor(Date.now() / 1000), samples });
    }
  }

  #simulated(): boolean {
    return this.#options.hardware.simulated;
  }
}

/** A version says nothing beside one of another database: a restored backup begins where the backup was (A38). */
function isOlder(given: Desired, known: Desired): boolean {
  return given.epoch === known.epoch && given.version < known.version;
}
