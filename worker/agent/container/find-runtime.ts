import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { agentEnv } from "../env";
import type { Condition } from "../health/finding-book";
import { probeEngineDisk } from "../probes/disk";
import type { Runtime } from "../runtime";
import { canCount } from "../task/stored";
import { checkEngine } from "./checks";
import { NetworkRules } from "./firewall";
import { Containers } from "./containers";
import { docker } from "./docker";
import { Engine, EngineError } from "./engine";
import { hasQuota, mountOptions, readFacts } from "./engine-facts";
import { Images } from "./images";
import { ImagesWithoutRoom } from "./images-without-room";
import { prepareInside } from "./inside";
import { podman } from "./podman";
import { PulledImages } from "./pulled-images";
import type { ContainerParts } from "./start-container";
import { Turns } from "~/platform/turns";
import { Watch } from "./watch";
import type { VolumeRoot } from "../volume-root";

const STARTS_AT_ONCE = 4;
const REMOVALS_AT_ONCE = 2;
const DISK_MS = 30_000;
const SOCKETS = ["/run/podman/podman.sock", "/var/run/docker.sock"];

/**
 * Finds an engine that runs tasks as containers, Podman or Docker. @throws Error that names the obstacle and the
 * remedy. A silent engine is one: until it answers, the running tasks are unknown, and nothing may be reported.
 */
export async function findContainerRuntime(given: {
  simulated: boolean;
  /** Folder of the tasks' volumes; null: it keeps none. */
  volumes: VolumeRoot | null;
}): Promise<Runtime> {
  const { simulated, volumes } = given;
  const engine = new Engine(socketPath());
  const facts = await readFacts(engine, agentEnv.MILLRACE_FIRST_UID).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.status !== 0) throw error;
    throw new Error(
      `${error.message}: start podman.socket or Docker, or name the engine's socket by MILLRACE_ENGINE_SOCKET, which is ${engine.socketPath} now`,
    );
  });
  const { refusals, lacks } = checkEngine(facts, { simulated });
  if (refusals.length > 0) throw new Error(`tasks cannot run as containers here: ${refusals.join("; ")}`);
  const rules = new NetworkRules(agentEnv.MILLRACE_BLOCKED_NETWORKS);
  await rules.keep();
  const { firstUid, swap, storageDir } = facts;
  const storage = { dir: storageDir, driver: facts.storageDriver };
  const dialect = facts.name === "podman" ? podman({ firstUid, swap, storage }) : docker({ firstUid });
  const watch = new Watch(engine);
  await watch.begin();
  const quota = hasQuota(facts);
  await volumes?.begin();
  if (volumes) lacks.push(...lacksOfMount(volumes.dir));
  if (!quota && !canCount())
    lacks.push("the storage driver has no quotas, and GNU find or awk is missing: nothing limits what a task stores");
  const file = join(agentEnv.MILLRACE_DATA_DIR, "pulled-images.json");
  const pulled = new PulledImages({ engine, file, storageDir });
  const images = new Images({ engine, dialect, pulled, noRoom: new ImagesWithoutRoom(storageDir) });
  await images.begin();
  let diskConditions: Condition[] = [];
  const lookAtDisk = () => void (diskConditions = probeEngineDisk(storageDir, agentEnv.MILLRACE_DATA_DIR));
  lookAtDisk();
  setInterval(lookAtDisk, DISK_MS).unref();
  const parts: ContainerParts = {
    ...{ engine, dialect, watch, quota, storageDir, images },
    program: await prepareInside(agentEnv.MILLRACE_DATA_DIR),
    volumes,
    networks: agentEnv.MILLRACE_TASK_NETWORKS,
    rules,
    starts: new Turns(STARTS_AT_ONCE),
    removals: new Turns(REMOVALS_AT_ONCE),
  };
  return {
    ...{ name: "container", engine: realpathSync(engine.socketPath), lacks, volumes },
    images: () => images.names(),
    imagesWithoutRoom: () => images.withoutRoom(),
    lookAround: lookAtDisk,
    conditions: () => [...images.conditions(), ...watch.conditions(), ...rules.conditions(), ...diskConditions],
    tasksOf: (agentDir) => new Containers(agentDir, parts),
  };
}

/**
 * Lists the mount options that the folder of volumes lacks. A volume inherits them: Docker takes none for a mounted
 * folder, and crun with its own users drops them unless the mount is read-only (seen with 1.8.1). no_new_privileges and
 * the devices cgroup restrict the task as well.
 */
function lacksOfMount(dir: string): string[] {
  const options = mountOptions(dir);
  if (options.includes("nosuid") && options.includes("nodev")) return [];
  return [`engines mount volumes as ${dir} is mounted: mount that with nosuid,nodev`];
}

function socketPath(): string {
  const found = agentEnv.MILLRACE_ENGINE_SOCKET ?? SOCKETS.find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `no container engine was found (${SOCKETS.join(", ")}): install podman and enable podman.socket, or Docker; MILLRACE_ENGINE_SOCKET names another socket; MILLRACE_RUNTIME=demo runs tasks in bubblewrap sandboxes instead`,
  );
}
