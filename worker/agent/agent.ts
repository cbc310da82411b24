import { join } from "node:path";
import { version } from "../../package.json";
import { agentEnv } from "./env";
import { chooseRuntime } from "./choose-runtime";
import { readDemoNodes } from "./demo-nodes";
import { identify } from "./enroll";
import { realHardware, simulatedHardware } from "./hardware";
import { startTracing, stopTracing } from "~/platform/tracing.server";
import { log } from "./log";
import { NodeAgent } from "./node-agent";
import { lacksOfOwnUnit } from "./own-unit";
import { lacksOfPorts } from "./ports";
import { bootId } from "./probes/sysinfo";
import { requireSameHome } from "./same-home";
import { memoryPerGpu, thisMachine } from "./task/limits";
import { VolumeFolder } from "./volume-folder";
import { VolumeRoot } from "./volume-root";

/** Exit code after another agent took over, or the node was retired: systemd must not restart this agent. */
const EXIT_SUPERSEDED = 3;

const ports = agentEnv.MILLRACE_SSH_PORTS;

/** The agent on a GPU machine. */
export async function runAgent(): Promise<void> {
  await startTracing({
    endpoint: agentEnv.OTEL_EXPORTER_OTLP_ENDPOINT,
    service: "agent",
    log: { warn: ({ why, times }, text) => log("agent", `${text} (${String(times)} times): ${String(why)}`) },
  });
  const simulated = agentEnv.MILLRACE_DEMO_NODES !== undefined;
  const { MILLRACE_VOLUMES_DIR: dir, MILLRACE_VOLUMES_REACH: reach, MILLRACE_VOLUMES_GB: totalGb } = agentEnv;
  const agentDir = agentEnv.MILLRACE_DATA_DIR;
  const root = dir === undefined ? null : new VolumeRoot({ dir, reach, agentDir, own: simulated });
  const runtime = await chooseRuntime({ simulated, volumes: root });
  if (!simulated) requireSameHome(agentDir, runtime, bootId());
  const lacks = [...runtime.lacks, ...lacksOfOwnUnit(), ...lacksOfPorts(ports)];
  for (const lack of lacks) log("agent", lack);
  const shared = {
    runtime,
    volumes: runtime.volumes && new VolumeFolder({ root: runtime.volumes, reach, totalGb }),
    liveUrl: agentEnv.MILLRACE_LIVE_URL ?? agentEnv.MILLRACE_URL,
    bind: agentEnv.MILLRACE_BIND,
    host: agentEnv.MILLRACE_IP_PUBLIC ?? agentEnv.MILLRACE_IP_INTERNAL,
  };
  const nodes = agentEnv.MILLRACE_DEMO_NODES ? demoNodes(agentEnv.MILLRACE_DEMO_NODES) : [await ownNode()];
  for (const { hardware } of nodes.slice(0, 1))
    log("agent", `${memoryPerGpu(thisMachine(agentDir, hardware.nodeGpus))} MB of memory go with each GPU`);
  let left = nodes.length;
  const onSuperseded = () => {
    left -= 1;
    if (left === 0) process.exit(EXIT_SUPERSEDED);
  };
  const agents = nodes.map((node) => new NodeAgent({ ...shared, ...node, onSuperseded }));
  for (const agent of agents) agent.start();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      for (const agent of agents) agent.stop();
      void stopTracing().then(() => process.exit(0));
    });
  }
}

/** Gives each demo node its own folder and its own share of the ports. */
function demoNodes(given: string) {
  const nodes = readDemoNodes(given);
  const gpusOfMachine = nodes.reduce((sum, { gpus }) => sum + gpus, 0);
  const share = Math.floor((ports.last - ports.first + 1) / nodes.length);
  return nodes.map((node, index) => ({
    nodeName: node.node_name,
    agentKey: node.agent_key,
    dir: join(agentEnv.MILLRACE_DATA_DIR, node.node_name),
    ports: { first: ports.first + index * share, last: ports.first + (index + 1) * share - 1 },
    hardware: simulatedHardware({
      nodeName: node.node_name,
      gpuType: node.gpu_type,
      gpus: node.gpus,
      gpusOfMachine,
      ibsActive: node.ibs_active,
    }),
  }));
}

/** The machine itself. */
async function ownNode() {
  const hardware = await realHardware();
  const gpuType = agentEnv.MILLRACE_GPU_TYPE || hardware.gpuType;
  const dir = agentEnv.MILLRACE_DATA_DIR;
  const identity = await identify(dir, agentEnv.MILLRACE_URL, agentEnv.MILLRACE_ENROLMENT_TOKEN, {
    node_name: agentEnv.MILLRACE_NODE_NAME,
    node_type: agentEnv.MILLRACE_NODE_TYPE,
    ip_internal: agentEnv.MILLRACE_IP_INTERNAL,
    ...(agentEnv.MILLRACE_IP_PUBLIC ? { ip_public: agentEnv.MILLRACE_IP_PUBLIC } : {}),
    port: ports.first,
    gpu_type: gpuType,
    gpus: hardware.gpus,
    boot_id: bootId(),
    agent_version: version,
  });
  return {
    nodeName: identity.node_name,
    agentKey: identity.agent_key,
    dir,
    ports,
    hardware,
  };
}
