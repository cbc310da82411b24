import { existsSync, mkdirSync } from "node:fs";
import { agentEnv } from "../env";
import type { Runtime } from "../runtime";
import { canCount } from "../task/stored";
import { checkEngine } from "./checks";
import { keepNetworksClosed } from "./firewall";
import { Containers } from "./containers";
import { docker } from "./docker";
import { Engine, EngineError } from "./engine";
import { hasQuota, readFacts } from "./engine-facts";
import { Images } from "./images";
import { prepareInside } from "./inside";
import { podman } from "./podman";
import type { ContainerParts } from "./start-container";
import { Watch } from "./watch";

const SOCKETS = ["/run/podman/podman.sock", "/var/run/docker.sock"];

/**
 * Runs tasks as containers of Podman or Docker. @throws Error that says what is in the way and what to do; an engine that does not
 * answer is one: until it has, nobody knows what runs here, and nothing may be reported.
 */
export async function findContainerRuntime({ simulated }: { simulated: boolean }): Promise<Runtime> {
  const engine = new Engine(socketPath());
  const facts = await readFacts(engine, agentEnv.MILLRACE_FIRST_UID).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.status !== 0) throw error;
    throw new Error(
      `${error.message}: start podman.socket or Docker, or name the engine's socket by MILLRACE_ENGINE_SOCKET, which is ${engine.socketPath} now`,
    );
  });
  const { refusals, lacks } = checkEngine(facts, { simulated });
  if (refusals.length > 0) throw new Error(`tasks cannot run as containers here: ${refusals.join("; ")}`);
  await keepNetworksClosed(agentEnv.MILLRACE_BLOCKED_NETWORKS);
  const { firstUid, swap, storageDir } = facts;
  const dialect = facts.name === "podman" ? podman({ firstUid, swap }) : docker({ firstUid });
  const watch = new Watch(engine);
  await watch.begin();
  const quota = hasQuota(facts);
  // On a node it may be where a shared file system is to be mounted; the demo's is its own.
  if (simulated && agentEnv.MILLRACE_VOLUMES_DIR)
    mkdirSync(agentEnv.MILLRACE_VOLUMES_DIR, { recursive: true, mode: 0o700 });
  if (!quota && !canCount())
    lacks.push("the storage driver has no quotas, and GNU find or awk is missing: nothing limits what a task stores");
  const images = new Images(engine, dialect);
  await images.begin();
  const parts: ContainerParts = {
    ...{ engine, dialect, watch, quota, storageDir, images },
    program: await prepareInside(agentEnv.MILLRACE_DATA_DIR),
    volumesDir: agentEnv.MILLRACE_VOLUMES_DIR,
    networks: agentEnv.MILLRACE_TASK_NETWORKS,
    blocked: agentEnv.MILLRACE_BLOCKED_NETWORKS,
  };
  return {
    ...{ name: "container", lacks },
    images: () => images.names(),
    tasksOf: (agentDir) => new Containers(agentDir, parts),
  };
}

function socketPath(): string {
  const found = agentEnv.MILLRACE_ENGINE_SOCKET ?? SOCKETS.find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `no container engine is here (${SOCKETS.join(", ")}): install podman and enable podman.socket, or Docker; MILLRACE_ENGINE_SOCKET names another socket; MILLRACE_RUNTIME=process runs tasks in bubblewrap sandboxes instead`,
  );
}
