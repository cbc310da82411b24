import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { GpuDevices } from "../probes/gpu-devices";
import { AGENT_MARK, TASK_MARK } from "../process/processes";
import { crashPoint } from "../crash-point";
import type { StartGiven } from "../runtime";
import { type TaskFile, type TaskFolder, writeWhole } from "../task/folder";
import { type Limits, limitsOf, thisMachine } from "../task/limits";
import { hostnameOf } from "../task/hostname";
import type { NetworkRules } from "./firewall";
import type { Dialect } from "./dialect";
import { type Engine, EngineError, START_MS } from "./engine";
import { removeContainer } from "./end-container";
import type { Image, Images } from "./images";
import { INSIDE_CONTAINER, LIBRARIES, type InsideProgram } from "./inside";
import { networkOf } from "./network";
import { type ContainerSpec, LABEL, type Mount } from "./spec";
import { giveAway, writeTaskFiles } from "./task-files";
import type { Turns } from "~/platform/turns";
import { mountVolumes } from "../volume-mounts";
import type { Watch } from "./watch";
import type { VolumeRoot } from "../volume-root";

/** The parts of the machine that starts need. */
export interface ContainerParts {
  engine: Engine;
  dialect: Dialect;
  images: Images;
  watch: Watch;
  program: InsideProgram;
  /** True if the storage driver enforces a container's storage limit. */
  quota: boolean;
  /** Folder of the containers' files. */
  storageDir: string;
  volumes: VolumeRoot | null;
  /** Subnets of tasks are cut from it. */
  networks: string;
  rules: NetworkRules;
  /**
   * Turns for starts. An engine serializes some steps, so that of a hundred concurrent starts some would time out. A
   * waiting start is not recorded yet, so an agent that dies loses none.
   */
  starts: Turns;
  removals: Turns;
}

interface How {
  agentDir: string;
  folder: TaskFolder;
  signal: AbortSignal;
  /** Receives the progress of a pull. */
  tell: (message: string) => void;
  /** The image is there. */
  made: () => void;
  /** Files in the folder have changed. */
  moved: () => void;
}

const SSH_PORT = 22;

/**
 * Starts a task in its own container with its own network. Returns when the container runs with the granted GPUs; after
 * a failure nothing of it is left. @throws Error in words for the customer.
 */
export async function startContainer(parts: ContainerParts, given: StartGiven, how: How): Promise<void> {
  const { task, note } = given;
  const limits = limitsOf(task, thisMachine(parts.storageDir, given.nodeGpus));
  const disk_bytes = Math.floor(limits.diskGb * 1e9);
  const file: TaskFile = { ...given.file, disk_bytes };
  writeTaskFiles(task, file, how.folder);
  giveAway(how.folder, parts.dialect.firstUid);
  const mounts = () => mountVolumes(task.volumes ?? [], { root: parts.volumes, uid: parts.dialect.firstUid });
  await mounts();
  // A start that fails now ends its task for good.
  await parts.watch.untilListed(how.signal);
  how.signal.throwIfAborted();
  const image = await parts.images.ensure(task, how.tell, how.signal);
  how.made();
  await parts.starts.take(async () => {
    await parts.rules.ensure();
    // A pull takes long enough for a mount to disappear.
    const volumes = await mounts();
    how.signal.throwIfAborted();
    note();
    await startAtPort({ parts, given, how, limits, image, volumes, file });
  }, how.signal);
}

type Ready = Omit<Parameters<typeof specOf>[0], "port"> & { file: TaskFile };

/** Starts at the first of its ports that no other program has taken in between. */
async function startAtPort({ file, ...ready }: Ready): Promise<void> {
  const { how } = ready;
  const { engine, dialect } = ready.parts;
  const ports = [file.port, ...file.spare_ports];
  for (const port of ports) {
    const spec = specOf({ ...ready, port });
    try {
      await carryOut(engine, dialect, spec, ready.given.devices);
      if (port !== file.port) writeWhole(join(how.folder.conf, "task.json"), JSON.stringify({ ...file, port }));
      how.moved();
      return;
    } catch (error) {
      await removeContainer(engine, { id: spec.name, network: spec.network }).catch(() => {});
      if (port === ports.at(-1) || !isPortTaken(error)) throw error;
    }
  }
}

/** Creates network and container, starts it, and looks whether it has its GPUs. */
async function carryOut(engine: Engine, dialect: Dialect, spec: ContainerSpec, devices: GpuDevices): Promise<void> {
  // A network of that name is a leftover: the port was free, so it is unused.
  await removeContainer(engine, { network: spec.network });
  await dialect.createNetwork(engine, spec.network);
  const id = await dialect.createContainer(engine, spec);
  await dialect.limitDevices?.(engine, id);
  crashPoint("spawned");
  await engine.call({ method: "POST", path: `/containers/${id}/start`, limitMs: START_MS });
  if (spec.gpus.length > 0) await verifyGpus(engine, id, devices);
}

/**
 * Verifies the device files of a container. Engines have been seen to start one without the requested GPUs, silently.
 */
async function verifyGpus(engine: Engine, id: string, { own }: GpuDevices): Promise<void> {
  const { State } = await engine.call<{ State: { Pid: number } }>({ method: "GET", path: `/containers/${id}/json` });
  const found = readdirSync(`/proc/${State.Pid}/root/dev`).filter((name) => /^nvidia\d+$/.test(name));
  const granted = own.map((device) => device.replace("/dev/", ""));
  if (found.sort().join() !== granted.sort().join())
    throw new Error(`the container has ${found.join(", ") || "no GPU"} and not ${granted.join(", ")}`);
}

function specOf(given: {
  parts: ContainerParts;
  given: StartGiven;
  how: How;
  limits: Limits;
  image: Image;
  volumes: Mount[];
  port: number;
}): ContainerSpec {
  const { parts, how, limits, image, volumes, port } = given;
  const { task, file } = given.given;
  const { conf, run, root } = how.folder;
  return {
    name: `millrace-${task.placement_id}`,
    image: image.name,
    hostname: hostnameOf(task),
    labels: {
      [LABEL.placement]: task.placement_id,
      [LABEL.dir]: how.agentDir,
      [LABEL.gpus]: task.gpus.join(","),
      [LABEL.port]: String(port),
    },
    environment: environmentOf(image, { [TASK_MARK]: task.placement_id, [AGENT_MARK]: how.agentDir }),
    command: parts.program.command("task-server"),
    network: networkOf(port, { from: parts.networks, dir: how.agentDir }),
    port: { bind: file.bind, outside: port, inside: SSH_PORT },
    mounts: [
      { source: parts.program.binDir, path: INSIDE_CONTAINER.bin, readOnly: true },
      { source: conf, path: INSIDE_CONTAINER.conf, readOnly: true },
      { source: run, path: INSIDE_CONTAINER.run, readOnly: false },
      { source: join(root, "task.log"), path: INSIDE_CONTAINER.log, readOnly: false },
      { source: join(conf, "profile.sh"), path: "/etc/profile.d/00-millrace.sh", readOnly: true },
      ...volumes,
    ],
    limits,
    gpus: file.simulated ? [] : file.gpu_uuids,
    quotaBytes: parts.quota ? Math.floor(limits.diskGb * 1e9) : null,
  };
}

/** Variables that would break our own server; it restores them for the customer's programs. */
const ASTRAY = ["LD_LIBRARY_PATH", "LD_PRELOAD", "NODE_OPTIONS", "BUN_OPTIONS"];

function environmentOf(image: Image, marks: Record<string, string>): Record<string, string> {
  const hidden = ASTRAY.filter((name) => name in image.environment);
  const kept = Object.fromEntries(hidden.map((name) => [name, image.environment[name]]));
  return {
    ...Object.fromEntries(hidden.map((name) => [name, ""])),
    ...marks,
    LD_LIBRARY_PATH: LIBRARIES,
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
    MILLRACE_PATHS: JSON.stringify({ ...INSIDE_CONTAINER, container: { port: SSH_PORT, environment: kept } }),
  };
}

/**
 * Checks for a taken port, whose subnet goes with it. Podman 4.3 leaks an address when it is killed while it removes a
 * container's network, and after six leaks the subnet has none left.
 */
function isPortTaken(error: unknown): boolean {
  return (
    error instanceof EngineError &&
    /address already in use|port is already allocated|failed to find free IP/i.test(error.message)
  );
}
