import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../../package.json";
import { chooseRuntime } from "../choose-runtime";
import { agentEnv, place as placeOfEngine } from "../env";
import { realHardware, simulatedHardware } from "../hardware";
import { log, textOf } from "../log";
import { NodeAgent } from "../node-agent";
import { bootId, type NodeHardware } from "../probes/sysinfo";
import { probeGpus } from "../probes/gpus";
import { removeTree } from "../remove-tree";
import { askAdmission } from "./ask-admission";
import type { Place } from "./take-place";

const LOOK_MS = 1_000;

/**
 * The agent in the place of an engine: admitted for one task, it exits when the task is over. It ends the task when the
 * engine asks for the GPUs, and after its lease without contact.
 */
export async function runPilot(): Promise<void> {
  const place = placeOfEngine;
  if (!place) throw new Error("no engine started this agent");
  mkdirSync(dirname(place.dir), { recursive: true, mode: 0o700 });
  // Fails if the folder exists: it is somebody else's.
  mkdirSync(place.dir, { mode: 0o700 });
  let onSignal = () => void leave(place, 0);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => onSignal());
  try {
    const agent = await admittedAgent(place);
    if (agent) onSignal = () => void agent.giveBack();
  } catch (error) {
    console.error(textOf(error));
    await leave(place, 1);
  }
}

/** Starts the agent once it is admitted; null if it is refused: for the engine the job has then succeeded. */
async function admittedAgent(place: Place) {
  const simulated = agentEnv.MILLRACE_RUNTIME === "demo" && (await probeGpus()).outcome === "absent";
  const hardware = simulated ? standIn(place) : await lentHardware();
  const runtime = await chooseRuntime({ simulated, volumes: null });
  for (const lack of runtime.lacks) log("pilot", lack);
  const admitted = await admission(place, hardware);
  if (typeof admitted === "string") {
    log("pilot", `not admitted: ${admitted}`);
    return await leave(place, 0);
  }
  const agent = new NodeAgent({
    nodeName: admitted.node_name,
    agentKey: admitted.agent_key,
    dir: simulated ? join(place.dir, standInName(place)) : place.dir,
    liveUrl: agentEnv.MILLRACE_LIVE_URL ?? admitted.live_url ?? agentEnv.MILLRACE_URL,
    bind: agentEnv.MILLRACE_BIND,
    host: agentEnv.MILLRACE_IP_PUBLIC ?? agentEnv.MILLRACE_IP_INTERNAL,
    ports: agentEnv.MILLRACE_SSH_PORTS,
    ...{ hardware, runtime, volumes: null },
    onSuperseded: () => void end("the control plane has retired this pilot", 0),
    onWorkDone: () => void end("the task is over", 0),
  });
  let ended = false;
  /** Ends everything that still runs here, and this process. */
  const end = async (why: string, code: number, { reported = false } = {}) => {
    if (ended) return;
    ended = true;
    log("pilot", why);
    await agent.endForEngine();
    // Without contact it waits for the engine to kill it.
    if (reported) await agent.untilReported();
    agent.stop();
    await leave(place, code);
  };
  agent.start();
  const leaseMs = admitted.lease_minutes * 60_000;
  setInterval(() => {
    if (agent.silenceMs > leaseMs) void end(`no contact for ${admitted.lease_minutes} minutes`, 1);
  }, LOOK_MS);
  return { giveBack: () => end("the engine takes the GPUs back", 0, { reported: true }) };
}

async function leave({ dir }: Place, code: number): Promise<never> {
  await removeTree(dir).catch((error: unknown) => log("pilot", textOf(error)));
  process.exit(code);
}

const standInName = ({ id, rank }: Place) => `${id}-${rank}`;

/** The real GPUs of the place. Its engine lends them, so they belong to no node. */
async function lentHardware(): Promise<NodeHardware> {
  return { ...(await realHardware()), gpuUuids: () => undefined };
}

/**
 * GPUs without devices, as many as the engine gave. Only if the demo runtime was requested and there are no real ones.
 */
function standIn(place: Place): NodeHardware {
  const count = Math.max(1, place.gpus.length);
  const gpuType = agentEnv.MILLRACE_GPU_TYPE;
  return simulatedHardware({ nodeName: standInName(place), gpuType, gpus: count, gpusOfMachine: count, ibsActive: 0 });
}

function admission({ token, rank, host, gpus, job }: Place, hardware: NodeHardware) {
  return askAdmission(agentEnv.MILLRACE_URL, token, {
    node_name: `pilot-${rank}`,
    node_type: hardware.simulated ? "demo8" : `gpu${hardware.gpus}`,
    ip_internal: agentEnv.MILLRACE_IP_INTERNAL,
    ...(agentEnv.MILLRACE_IP_PUBLIC ? { ip_public: agentEnv.MILLRACE_IP_PUBLIC } : {}),
    port: agentEnv.MILLRACE_SSH_PORTS.first,
    // The type read from the cards takes precedence over that of the settings.
    gpu_type: hardware.gpuType || agentEnv.MILLRACE_GPU_TYPE,
    gpus: hardware.gpus,
    boot_id: bootId(),
    agent_version: version,
    pilot: { rank, host, gpus, job },
  });
}
