import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { crashPoint } from "./crash-point";
import { LoadSampler } from "./load/sample";
import { log } from "./log";
import { LogTail } from "./log-tail";
import { desiredSchema, type Desired, type DesiredTask, type Observed, type ObservedTask } from "./messages";
import { bootId, readSysinfo, type NodeHardware } from "./probes/sysinfo";
import { Ports } from "./ports";
import { reconcile } from "./reconcile";
import { startTask } from "./task/start-task";
import { StartedLedger } from "./task/started-ledger";
import type { Program } from "./task/program";
import { failed, Tasks } from "./task/tasks";
import { maintain } from "./maintenance";

const REPORT_MS = 5_000;
const LOAD_MS = 3_000;
const LOOK_MS = 100;
const VERSION = "1";

export interface NodeOptions {
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
  program: Program;
  sandboxed: boolean;
}

/** One node: keeps its tasks equal to the desired state and reports what it observes (4.1). */
export class NodeAgent {
  readonly #options: NodeOptions;
  readonly #tasks: Tasks;
  readonly #started: StartedLedger;
  readonly #ports: Ports;
  readonly #load: LoadSampler;
  readonly #logs: LogTail;
  readonly #refused = new Map<string, ObservedTask>();
  readonly #ending = new Set<string>();
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #socket: Socket | null = null;
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
    this.#logs = new LogTail(this.#tasks, (chunk) => this.#socket?.emit("logs", chunk));
  }

  start(): void {
    const { liveUrl, nodeName, agentKey } = this.#options;
    const socket = io(`${liveUrl}/agent`, {
      path: "/socket.io/",
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 1_000,
      reconnectionDelayMax: 5_000,
      auth: { node_name: nodeName, agent_key: agentKey, agent_version: VERSION, boot_id: bootId() },
    });
    this.#socket = socket;
    socket.on("connect", () => {
      log(nodeName, "connected");
      void this.#report();
    });
    socket.on("connect_error", (error) => {
      // The server's refusals are final for this key; everything else comes and goes and is tried again.
      if (error.message === "unauthorized") log(nodeName, "refused: the agent key is not valid (any more)");
      if (!socket.active) setTimeout(() => socket.connect(), 5_000);
    });
    socket.on("superseded", () => {
      log(nodeName, "another agent took over this node; this one stops");
      this.stop();
    });
    socket.on("desired", (given: unknown) => this.#take(given));
    this.#timers.push(
      setInterval(() => void this.#report(), REPORT_MS),
      setInterval(() => this.#sendLoad(), LOAD_MS),
      setInterval(() => void this.#reportChange(), LOOK_MS),
      setInterval(() => this.#logs.send(), 1_000),
    );
  }

  /** Ends the connection, not the tasks. */
  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#socket?.disconnect();
  }

  #take(given: unknown): void {
    const parsed = desiredSchema.safeParse(given);
    if (!parsed.success) return log(this.#options.nodeName, "a desired state could not be read");
    if (this.#desired && parsed.data.version < this.#desired.version) return;
    this.#desired = parsed.data;
    this.#work = this.#work
      .then(() => this.#reconcile())
      .catch((error: unknown) => log(this.#options.nodeName, String(error)));
  }

  async #reconcile(): Promise<void> {
    const desired = this.#desired;
    if (!desired) return;
    const plan = reconcile(desired, this.#tasks.find(), (id) => this.#started.has(id));
    for (const { task, message } of plan.refuse)
      this.#refused.set(task.placement_id, failed(task, message, this.#simulated()));
    for (const id of this.#refused.keys())
      if (!desired.tasks.some((task) => task.placement_id === id)) this.#refused.delete(id);
    for (const id of plan.forget) this.#tasks.forget(id);
    for (const id of plan.end) void this.#end(id);
    for (const task of plan.start) await this.#start(task);
    if (desired.maintenance) maintain(this.#options.nodeName);
    await this.#report();
  }

  async #start(task: DesiredTask): Promise<void> {
    const { bind, host, program, sandboxed, dir, hardware, nodeName } = this.#options;
    this.#started.add(task.placement_id);
    crashPoint("noted");
    try {
      const port = await this.#ports.choose(this.#tasks.ports());
      const gpus = hardware.gpusOf(task.gpus);
      startTask({
        task,
        folder: this.#tasks.folder(task.placement_id),
        program,
        agentDir: dir,
        sandboxed,
        devices: gpus.devices,
        file: {
          placement_id: task.placement_id,
          resv_guid: task.resv_guid,
          task_name: task.task_name,
          tenant_name: task.tenant_name,
          agent: task.agent,
          gpus: task.gpus,
          gpu_uuids: gpus.uuids,
          simulated: hardware.simulated,
          bind,
          host,
          port,
          started_ts: Math.floor(Date.now() / 1000),
        },
      });
      log(nodeName, `started ${task.placement_id} on port ${port}`);
    } catch (error) {
      this.#refused.set(
        task.placement_id,
        failed(task, error instanceof Error ? error.message : String(error), this.#simulated()),
      );
    }
  }

  async #end(placementId: string): Promise<void> {
    if (this.#ending.has(placementId)) return;
    this.#ending.add(placementId);
    try {
      await this.#tasks.end(placementId);
      log(this.#options.nodeName, `ended ${placementId}`);
    } catch (error) {
      log(this.#options.nodeName, String(error));
    } finally {
      this.#ending.delete(placementId);
    }
    await this.#report();
  }

  /** Placements that were started here once and that either run or are still wanted. */
  #observeTasks(): ObservedTask[] {
    const alive = this.#tasks.alive();
    const wanted = new Set(this.#desired?.tasks.map((task) => task.placement_id) ?? []);
    const ids = new Set([...alive, ...[...wanted].filter((id) => this.#started.has(id))]);
    for (const id of this.#refused.keys()) ids.delete(id);
    const observed = [...ids].map((id) => {
      const one = this.#tasks.observe(id, alive.has(id), this.#ending.has(id));
      return { ...one, mining: one.state === "running" ? this.#load.miningSign(id) : "" };
    });
    return [...observed, ...this.#refused.values()];
  }

  async #reportChange(): Promise<void> {
    if (!this.#desired) return;
    if (JSON.stringify(this.#observeTasks()) !== this.#lastReport) await this.#report();
  }

  async #report(): Promise<void> {
    const socket = this.#socket;
    if (!socket?.connected) return;
    const tasks = this.#observeTasks();
    this.#lastReport = JSON.stringify(tasks);
    const observed: Observed = {
      boot_id: bootId(),
      seq: (this.#seq = Math.max(this.#seq + 1, Date.now())),
      desired_version: this.#desired?.version ?? 0,
      ts: Math.floor(Date.now() / 1000),
      tasks,
      sysinfo: await readSysinfo(this.#options.hardware, this.#options.dir),
    };
    socket.emit("observed", observed);
    crashPoint("reported");
  }

  #sendLoad(): void {
    const samples = this.#load.sample();
    if (samples.length > 0 && this.#socket?.connected) {
      this.#socket.emit("load", { ts: Math.floor(Date.now() / 1000), samples });
    }
  }

  #simulated(): boolean {
    return this.#options.hardware.simulated;
  }
}
