import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import type { DesiredTask } from "~/fleet/agent-messages";
import { groupsOf } from "../../worker/agent/container/control-groups";
import { ImageRegistry } from "../support/image-registry";
import { RealPodman } from "../support/real-podman";
import { systemImage } from "../support/system-image";
import { until } from "../support/until";
import { makeKeyPair } from "../e2e/support/ssh";
import { aDataDir, kill, startAgent } from "../worker/agent/agent-process";
import { ContainerNode, SMALL } from "../worker/agent/container-node";
import { aDesiredTask, ControlPlane, desiring } from "../worker/agent/control-plane";
import { processorSeconds } from "./processes";
import { figure, heading, quantile } from "./report";

const PORTS = "14000-14999";
const RUNS = 10;
/** A node has at most 16 GPUs, so 100 tasks of one GPU are on several nodes, all run by this one agent. */
const NODES = 7;
const GPUS = 16;
const MANY = 100;
const MEASURED_MS = 20_000;
const READS = 1_000;

/** Tasks as containers of a real Podman: how soon they start and end, and how much many of them cost their agent. */
export async function benchContainers(): Promise<void> {
  heading("Containers of Podman on one node");
  const lacks = RealPodman.lacks();
  if (lacks !== "") return console.log(`  not measured: ${lacks}`);
  const [podman, registry] = [new RealPodman(), new ImageRegistry()];
  await podman.start();
  await registry.start();
  const image = registry.add("tenant/system", systemImage()).reference;
  try {
    await startAndStop(podman, image);
    await many(podman, image);
  } finally {
    await podman.stop();
    registry.stop();
  }
}

async function startAndStop(podman: RealPodman, image: string): Promise<void> {
  const node = new ContainerNode(podman.socketPath, PORTS);
  node.image = image;
  await node.start();
  node.agent();
  await measureStartAndStop(node).finally(async () => {
    await node.clear();
    await untilNothingIsLeft(podman);
    await node.stop();
  });
}

async function measureStartAndStop(node: ContainerNode): Promise<void> {
  const [starts, stops]: [number[], number[]] = [[], []];
  // The first pulls the image.
  for (let run = 0; run <= RUNS; run += 1) {
    const task = node.task();
    const beganMs = performance.now();
    const { ssh_addr, message } = await node.run(task);
    if (ssh_addr === "") throw new Error(message);
    await banner(ssh_addr);
    const bannerMs = performance.now();
    node.desire({ ...task, run: false });
    await node.untilState(task, "stopped");
    if (run > 0) {
      starts.push(bannerMs - beganMs);
      stops.push(performance.now() - bannerMs);
    }
    await node.clear();
  }
  const spread = (all: number[]) => `${Math.min(...all).toFixed(0)} / ${Math.max(...all).toFixed(0)}`;
  figure("desired to the SSH banner, median of 10, ms", quantile(starts, 0.5).toFixed(0), "at most 1000");
  figure("fastest / slowest, ms", spread(starts));
  figure("stop asked to GPUs free, median of 10, ms", quantile(stops, 0.5).toFixed(0), "at most 1500");
  figure("fastest / slowest, ms", spread(stops));
}

async function many(podman: RealPodman, image: string): Promise<void> {
  const [fleet, key] = [new Fleet(podman.socketPath), await makeKeyPair()];
  const agentPid = await fleet.start();
  for (let at = 0; at < MANY; at += 1)
    fleet.add(
      at % NODES,
      aDesiredTask({ ...SMALL, ssh_public_keys: [key.publicKey], image_ref: image, gpus: [Math.floor(at / NODES)] }),
    );
  try {
    const beganMs = performance.now();
    await fleet.untilAllRun();
    figure(`${MANY} containers of ${NODES} nodes run after, s`, ((performance.now() - beganMs) / 1000).toFixed(1));
    await measureMany(podman, agentPid);
  } finally {
    await fleet.clear();
    await untilNothingIsLeft(podman);
    await fleet.stop();
  }
}

async function measureMany(podman: RealPodman, agentPid: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const before = processorSeconds(agentPid);
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
  const cores = (processorSeconds(agentPid) - before) / (MEASURED_MS / 1000);
  figure(`agent of ${MANY} running containers, processor cores`, cores.toFixed(3), "under 0.15 for 100");
  const [one] = await podman.engine.call<{ Id: string }[]>({ method: "GET", path: "/containers/json" });
  const { State } = await podman.engine.call<{ State: { Pid: number } }>({
    method: "GET",
    path: `/containers/${one?.Id}/json`,
  });
  const groups = groupsOf(State.Pid);
  const beganMs = performance.now();
  for (let read = 0; read < READS; read += 1) {
    groups?.cpuUs();
    groups?.memMb();
    groups?.outOfMemory();
  }
  figure("reading one task's groups, ms", ((performance.now() - beganMs) / READS).toFixed(3), "at most 0.5");
}

/** The agent removes the remains of a task after it has reported its end. */
async function untilNothingIsLeft(podman: RealPodman): Promise<void> {
  await until("nothing is left", async () => (await podman.left(PORTS)).length === 0);
}

/** Demo nodes that one agent runs. */
class Fleet {
  readonly #plane = new ControlPlane();
  readonly #dataDir = aDataDir();
  readonly #socket: string;
  readonly #tasks = Array.from({ length: NODES }, (): DesiredTask[] => []);
  #agent!: ChildProcess;
  #version = 0;

  constructor(socketPath: string) {
    this.#socket = socketPath;
  }

  /** The agent's process. */
  async start(): Promise<number> {
    this.#agent = startAgent({
      liveUrl: await this.#plane.start(),
      dataDir: this.#dataDir,
      nodes: this.#tasks.map((_, at) => ({ node_name: nameOf(at), agent_key: "mra_x", gpus: GPUS })),
      ports: PORTS,
      env: { MILLRACE_RUNTIME: "container", MILLRACE_ENGINE_SOCKET: this.#socket },
    });
    return this.#agent.pid ?? 0;
  }

  add(node: number, task: DesiredTask): void {
    this.#tasks[node]?.push(task);
  }

  async untilAllRun(): Promise<void> {
    this.#version += 1;
    for (const [at, tasks] of this.#tasks.entries()) this.#plane.desire(nameOf(at), desiring(this.#version, tasks));
    // One after the other: the control plane sends messages to one reader at a time.
    for (const [at, tasks] of this.#tasks.entries()) {
      const { tasks: seen } = await this.#plane.until(
        nameOf(at),
        (report) =>
          report.desired_version === this.#version &&
          report.tasks.length === tasks.length &&
          report.tasks.every((task) => /running|error/.test(task.state)),
      );
      for (const { state, message } of seen) if (state === "error") throw new Error(message);
    }
  }

  async clear(): Promise<void> {
    for (const tasks of this.#tasks) tasks.length = 0;
    await this.untilAllRun();
  }

  async stop(): Promise<void> {
    await kill(this.#agent);
    await this.#plane.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

function nameOf(node: number): string {
  return `bench-${node + 1}`;
}

async function banner(address: string): Promise<void> {
  const [host = "", port = ""] = address.split(":");
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), host);
    socket.once("error", reject).once("data", () => {
      socket.destroy();
      resolve();
    });
  });
}
