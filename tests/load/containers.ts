import { connect } from "node:net";
import { groupsOf } from "../../worker/agent/container/control-groups";
import { ImageRegistry } from "../support/image-registry";
import { RealPodman } from "../support/real-podman";
import { systemImage } from "../support/system-image";
import { until } from "../support/until";
import { ContainerNode } from "../worker/agent/container-node";
import { processorSeconds } from "./processes";
import { figure, heading, quantile } from "./report";

const PORTS = "44000-44299";
const RUNS = 10;
/** Nearly as many as one desired state may hold. */
const MANY = 50;
const MEASURED_MS = 20_000;
const READS = 1_000;

/** Tasks as containers of a real Podman: how soon they are there and gone, and what many of them cost their agent. */
export async function benchContainers(): Promise<void> {
  heading("Containers of Podman on one node");
  const lacks = RealPodman.lacks();
  if (lacks !== "") return console.log(`  not measured: ${lacks}`);
  const [podman, registry] = [new RealPodman(), new ImageRegistry()];
  await podman.start();
  await registry.start();
  const node = new ContainerNode(podman.socketPath, PORTS);
  node.image = registry.add("tenant/system", systemImage()).reference;
  await node.start();
  const agent = node.agent();
  try {
    await startAndStop(node);
    await many(node, podman, agent.pid ?? 0);
  } finally {
    await node.clear();
    // The agent removes what is left of a task after it has reported its end.
    await until("nothing is left", async () => (await podman.left(PORTS)).length === 0);
    await node.stop();
    await podman.stop();
    registry.stop();
  }
}

async function startAndStop(node: ContainerNode): Promise<void> {
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

async function many(node: ContainerNode, podman: RealPodman, agentPid: number): Promise<void> {
  const tasks = Array.from({ length: MANY }, () => node.task({ gpus: [] }));
  node.desire(...tasks);
  await node.plane.until(
    node.node,
    (report) => report.tasks.filter(({ state }) => state === "running").length === MANY,
  );
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
