import { randomUUID } from "node:crypto";
import type { Desired, Observed, ObservedTask, Sysinfo } from "~/fleet/agent-messages";
import { readDesired } from "~/fleet/read-desired.server";
import { type Received, receiveObserved } from "~/fleet/receive-observed.server";

type Runs = "starting" | "running" | "stopped" | "error";

type Heard = Pick<Desired, "version" | "maintenance" | "tasks" | "cleared_findings" | "chores">;

interface Program {
  state: Runs;
  exitCode: number | null;
  message: string;
}

/** A GPU machine with an agent that follows the rules of agents (4.1), driven by hand. */
export class Machine {
  readonly nodeId: number;
  bootId: string = randomUUID();
  seq = 0;
  desired: Heard = {
    version: 0,
    maintenance: false,
    tasks: [],
  };
  readonly programs = new Map<string, Program>();
  /** Survives a reboot: nothing is ever started twice. */
  readonly started = new Set<string>();
  sysinfo: Partial<Sysinfo> = {};
  /** Its reported health and operator's commands; undefined: its agent does not support them. */
  findings: Observed["findings"];
  chores: Observed["chores"];
  /** Its clock, in epoch seconds; 0: not reported. */
  ts = 0;
  mining = "";
  /** Address at which its tasks answer, as it reports it; test nodes use their public address. */
  host = "203.0.113.9";
  /** The reason why programs fail to start here, or empty. */
  broken = "";
  /** The machine's own clock in seconds, and when its programs really ran by that clock. */
  second = 0;
  readonly ran = new Map<string, { from: number; to: number | null }>();

  constructor(nodeId: number) {
    this.nodeId = nodeId;
  }

  /** Receives the desired state and brings the machine to it. */
  async hear(): Promise<void> {
    this.take(await readDesired({ nodeId: this.nodeId }));
  }

  take(desired: Heard): void {
    if (desired.version < this.desired.version) return;
    this.desired = desired;
    const wanted = new Map(desired.tasks.map((task) => [task.placement_id, task]));
    for (const [id, program] of this.programs) {
      if (wanted.get(id)?.run !== true && isUp(program)) this.#end(id, program);
      if (!wanted.has(id)) this.programs.delete(id);
    }
    for (const [id, task] of wanted) {
      if (!task.run || this.started.has(id)) continue;
      this.started.add(id);
      this.programs.set(id, {
        state: this.broken ? "error" : "starting",
        exitCode: null,
        message: this.broken,
      });
    }
  }

  /** Tasks that were starting now answer to SSH. */
  settle(): void {
    for (const [id, program] of this.programs) {
      if (program.state !== "starting") continue;
      program.state = "running";
      this.ran.set(id, { from: this.second, to: null });
    }
  }

  /** Its agent ends the program, for that reason. */
  endFor(placementId: string, message: string): void {
    const program = this.programs.get(placementId);
    if (program?.state !== "running") return;
    this.#end(placementId, program);
    Object.assign(program, { exitCode: null, message });
  }

  endItself(placementId: string, exitCode: number): void {
    const program = this.programs.get(placementId);
    if (program?.state !== "running") return;
    this.#end(placementId, program);
    program.exitCode = exitCode;
  }

  /** Reboots the machine: nothing from before runs, but the agent remembers what it had started. */
  reboot(): void {
    for (const [id, program] of this.programs) this.#end(id, program);
    this.bootId = randomUUID();
    this.seq = 0;
    this.desired = { version: 0, maintenance: false, tasks: [] };
    this.programs.clear();
  }

  observed(): Observed {
    this.seq += 1;
    return {
      boot_id: this.bootId,
      seq: this.seq,
      desired_version: this.desired.version,
      ts: this.ts,
      tasks: this.#tasks(),
      sysinfo: { ...SYSINFO, ...this.sysinfo },
      findings: this.findings,
      chores: this.chores,
    };
  }

  async report(now: Date): Promise<Received> {
    return await receiveObserved({ nodeId: this.nodeId, observed: this.observed(), now });
  }

  /** One interval of a healthy agent: receives the desired state, starts tasks, and reports. */
  async beat(now: Date): Promise<void> {
    await this.hear();
    await this.report(now);
    this.settle();
    await this.report(now);
  }

  get running(): string[] {
    return [...this.programs].filter(([, program]) => isUp(program)).map(([id]) => id);
  }

  #end(placementId: string, program: Program): void {
    program.state = "stopped";
    const span = this.ran.get(placementId);
    if (span) span.to ??= this.second;
  }

  #tasks(): ObservedTask[] {
    const remembered = this.desired.tasks
      .filter((task) => this.started.has(task.placement_id) && !this.programs.has(task.placement_id))
      .map((task) => observedTask(task.placement_id, { state: "stopped", exitCode: null, message: "" }, this));
    const known = [...this.programs].map(([id, program]) => observedTask(id, program, this));
    return [...known, ...remembered];
  }
}

function isUp(program: Program): boolean {
  return program.state === "starting" || program.state === "running";
}

function observedTask(
  placementId: string,
  program: Program,
  { host, mining }: Pick<Machine, "host" | "mining">,
): ObservedTask {
  const up = program.state === "running";
  return {
    placement_id: placementId,
    state: program.state,
    exit_code: program.exitCode,
    started_ts: null,
    ssh_addr: up ? `${host}:${40000 + (parseInt(placementId.slice(0, 4), 16) % 10000)}` : "",
    ssh_host_key: up ? "ssh-ed25519 AAAAhost" : "",
    simulated: true,
    mining: up ? mining : "",
    message: program.message,
  };
}

const SYSINFO: Sysinfo = {
  cpu_cores: 32,
  mem_mb: 131072,
  mem_free: 90210,
  gpus: 8,
  disk_total: 1600,
  disk_free: 1210,
  disk_name: "nvme0n1",
  error_counter: 0,
  ibs_active: 1,
  kernel: "5.15.0-91-generic",
  updates_available: 12,
  ubuntu_needs_reboot: 0,
  reported_ts_dead: null,
};
