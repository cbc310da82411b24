import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import {
  observedSchema,
  loadSchema,
  logsSchema,
  type Desired,
  type DesiredTask,
  type Load,
  type LogChunk,
  type Observed,
  type ObservedTask,
} from "~/fleet/agent-messages";

/** The control plane's end of the agent's socket: sends the desired state, and keeps the nodes' reports. */
export class ControlPlane {
  readonly observed: { nodeName: string; report: Observed }[] = [];
  readonly loads: Load[] = [];
  readonly logs: LogChunk[] = [];
  /** All messages of agents, unchanged. */
  readonly said: { name: string; message: unknown }[] = [];
  readonly #http = createServer();
  readonly #io = new Server(this.#http, { transports: ["websocket"] });
  readonly #desired = new Map<string, Desired>();
  #changed = () => {};
  /** Refuses agents' keys if set, and counts the refusals. */
  refusing = false;
  /** Answers to reports and output, if not the usual ones. */
  answers: unknown[] = [];
  refusals = 0;

  async start(): Promise<string> {
    this.#io.of("/agent").use((_, next) => {
      if (!this.refusing) return next();
      this.refusals += 1;
      next(new Error("unauthorized"));
    });
    this.#io.of("/agent").on("connection", (socket) => this.#serve(socket));
    this.#http.listen(0, "127.0.0.1");
    await once(this.#http, "listening");
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await this.#io.close();
  }

  /** Disconnects all agents, as a worker does when it closes a connection by itself. */
  disconnectAll(): void {
    this.#io.of("/agent").disconnectSockets();
  }

  /** Disconnects a node's agent, as a worker does for a newer connection or a retired node. */
  supersede(nodeName: string, why: unknown): void {
    this.#io.of("/agent").to(nodeName).emit("superseded", why);
  }

  desire(nodeName: string, desired: Desired): void {
    this.#desired.set(nodeName, desired);
    this.#io.of("/agent").to(nodeName).emit("desired", desired);
  }

  /** The first report from now on, or the newest so far, for which `holds` is true. */
  async until(nodeName: string, holds: (report: Observed) => boolean): Promise<Observed> {
    for (;;) {
      const newest = this.observed.filter((one) => one.nodeName === nodeName).at(-1);
      if (newest && holds(newest.report)) return newest.report;
      await new Promise<void>((resolve) => (this.#changed = resolve));
    }
  }

  async untilTask(nodeName: string, placementId: string, state: ObservedTask["state"]): Promise<ObservedTask> {
    const report = await this.until(nodeName, ({ tasks }) =>
      tasks.some((task) => task.placement_id === placementId && task.state === state),
    );
    return report.tasks.find((task) => task.placement_id === placementId) as ObservedTask;
  }

  async untilLogs(holds: (chunks: LogChunk[]) => boolean): Promise<void> {
    while (!holds(this.logs)) await new Promise<void>((resolve) => (this.#changed = resolve));
  }

  async untilLoad(holds: (load: Load) => boolean): Promise<Load> {
    for (;;) {
      const newest = this.loads.at(-1);
      if (newest && holds(newest)) return newest;
      await new Promise<void>((resolve) => (this.#changed = resolve));
    }
  }

  #serve(socket: Socket): void {
    const nodeName = String(socket.handshake.auth["node_name"]);
    this.said.push({ name: "hello", message: socket.handshake.auth });
    socket.onAny((name: string, message: unknown) => this.said.push({ name, message }));
    void socket.join(nodeName);
    const desired = this.#desired.get(nodeName);
    if (desired) socket.emit("desired", desired);
    const changed = () => {
      const tell = this.#changed;
      this.#changed = () => {};
      tell();
    };
    socket.on("observed", (given: unknown, acknowledge?: (answer: unknown) => void) => {
      const report = observedSchema.parse(given);
      this.observed.push({ nodeName, report });
      acknowledge?.(
        this.answers.length > 0 ? this.answers.shift() : { retcode: "OK", desired_version: report.desired_version },
      );
      changed();
    });
    socket.on("load", (given: unknown) => {
      this.loads.push(loadSchema.parse(given));
      changed();
    });
    socket.on("logs", (given: unknown, acknowledge?: (answer: unknown) => void) => {
      this.logs.push(logsSchema.parse(given));
      acknowledge?.(this.answers.length > 0 ? this.answers.shift() : { retcode: "OK" });
      changed();
    });
  }
}

/** A desired state with these tasks. */
export function desiring(version: number, tasks: DesiredTask[]): Desired {
  return { version, drain: 0, maintenance: false, tasks };
}

export function aDesiredTask(given: Partial<DesiredTask> & { ssh_public_keys: string[] }): DesiredTask {
  return {
    placement_id: crypto.randomUUID(),
    resv_guid: crypto.randomUUID(),
    task_name: "first-try",
    tenant_name: "tenant-7k2q",
    tenant_image: "ubuntu22-cuda12",
    gpus: [0],
    run: true,
    network: "ethernet",
    agent: "no-agent",
    gang: { rank: 0, size: 1, peers: [] },
    cpu_cores: 4,
    mem_mb: 16_384,
    disk_gb: 200,
    ...given,
  };
}
