import type { ChildProcess } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DesiredTask, ObservedTask } from "~/fleet/agent-messages";
import { makeKeyPair, type KeyPair } from "../../e2e/support/ssh";
import { aDataDir, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";
import { installScript } from "../../support/install-script";

const NODE = "demo-1";

/** A task of these tests, as small as a task may be. */
export const SMALL = { cpu_cores: 1, mem_mb: 256, disk_gb: 1 };

/** A demo node whose tasks are containers, with the control plane that desires them. */
export class ContainerNode {
  readonly node = NODE;
  readonly plane = new ControlPlane();
  /** Several nodes may share one, one after the other: the program for containers is built once in it. */
  readonly dataDir: string;
  readonly #socket: string;
  readonly #ports: string;
  readonly #env: Record<string, string>;
  readonly #agents: ChildProcess[] = [];
  #liveUrl = "";
  #version = 0;
  key!: KeyPair;
  image = "";

  /** @param ports on which no other file's agent listens. */
  constructor(socketPath: string, ports: string, env: Record<string, string> = {}, dataDir = aDataDir()) {
    this.dataDir = dataDir;
    this.#socket = socketPath;
    this.#ports = ports;
    this.#env = env;
  }

  get dir(): string {
    return join(this.dataDir, NODE);
  }

  async start(): Promise<void> {
    this.key = await makeKeyPair();
    this.#liveUrl = await this.plane.start();
  }

  /** Starts an agent: the first one, or one that follows another. */
  agent(env: Record<string, string> = {}): ChildProcess {
    const agent = startAgent({
      liveUrl: this.#liveUrl,
      dataDir: this.dataDir,
      nodes: [{ node_name: NODE, agent_key: "mra_x", gpus: 8, gpu_type: "a5000" }],
      ports: this.#ports,
      env: { MILLRACE_RUNTIME: "container", MILLRACE_ENGINE_SOCKET: this.#socket, ...this.#env, ...env },
    });
    this.#agents.push(agent);
    return agent;
  }

  task(given: Partial<DesiredTask> = {}): DesiredTask {
    return aDesiredTask({ ssh_public_keys: [this.key.publicKey], image_ref: this.image, ...SMALL, ...given });
  }

  /** Makes these the tasks of the node. */
  desire(...tasks: DesiredTask[]): void {
    this.#version += 1;
    this.plane.desire(NODE, desiring(this.#version, tasks));
  }

  async untilState(task: DesiredTask, ...states: ObservedTask["state"][]): Promise<ObservedTask> {
    const isIt = (one: ObservedTask) => one.placement_id === task.placement_id && states.includes(one.state);
    const report = await this.plane.until(NODE, ({ tasks }) => tasks.some(isIt));
    return report.tasks.find(isIt) as ObservedTask;
  }

  async run(task: DesiredTask): Promise<ObservedTask> {
    this.desire(task);
    return await this.untilState(task, "running", "error", "stopped");
  }

  /** Desires nothing, and waits until nothing is left. */
  async clear(): Promise<void> {
    this.desire();
    const version = this.#version;
    await this.plane.until(NODE, (report) => report.desired_version === version && report.tasks.length === 0);
  }

  /** Ends the agent and forgets its messages. */
  async killAgents(): Promise<void> {
    for (const agent of this.#agents.splice(0)) await kill(agent);
    this.plane.observed.length = 0;
  }

  async stop(): Promise<void> {
    await this.killAgents();
    await this.plane.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** A folder for PATH with programs that accept every rule and keep none. */
export function withoutFirewall(dir: string): string {
  const bin = join(dir, "no-firewall");
  mkdirSync(bin);
  for (const name of ["iptables", "ip6tables"].flatMap((one) => [one, `${one}-restore`]))
    installScript(join(bin, name), `case "$*" in *" -D "*) exit 1;; esac\nexit 0`);
  return `${bin}:${process.env["PATH"]}`;
}
