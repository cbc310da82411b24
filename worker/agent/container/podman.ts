import type { Dialect } from "./dialect";
import { registryHeaders } from "./dialect";
import { deviceRules, openClosedDevices, opensEverything } from "./device-rules";
import { type Engine, START_MS } from "./engine";
import { removeLeftoverLayers } from "./leftover-layers";
import { CAPABILITIES, CPU_PERIOD_US, sharedMemoryBytes, MB, type ContainerSpec } from "./spec";
import { ulimitsOf } from "./ulimits";

const API = "/v4.0.0/libpod";
const USERS = 65_536;
/** Time that a registry may take before a pull begins. */
const PULL_BEGINS_MS = 60_000;

interface PodmanOptions {
  /** The machine's user that is root in a container; 0: root itself. */
  firstUid: number;
  /** True if the kernel counts swap. */
  swap: boolean;
  storage: { dir: string; driver: string };
}

/**
 * Podman by its own API: options that its Docker API silently ignores, such as GPUs, are accepted or refused visibly
 * here.
 */
export function podman({ firstUid, swap, storage }: PodmanOptions): Dialect {
  return {
    firstUid,
    limitDevices: async (engine, id) => (firstUid === 0 ? undefined : await limitDevices(engine, id)),
    removeLeftovers: async (engine) => await removeLeftoverLayers(engine, storage),
    createNetwork: async (engine, { name, bridge, subnet, gateway, labels }) => {
      const body = {
        ...{ name, driver: "bridge", network_interface: bridge, labels },
        ...{ subnets: [{ subnet, gateway }], ipv6_enabled: false, dns_enabled: false, internal: false },
      };
      await engine.call({ method: "POST", path: `${API}/networks/create`, body, limitMs: START_MS });
    },
    createContainer: async (engine, spec) => {
      const body = specOf(spec, { firstUid, swap });
      const path = `${API}/containers/create`;
      const answer = await engine.call<{ Id: string }>({ method: "POST", path, body, limitMs: START_MS });
      return answer.Id;
    },
    // Docker's API reports bytes. A registry on the machine itself needs no certificate with Docker either; only
    // Podman's API has a parameter for it.
    pull: async (engine, reference, auth, signal) =>
      await engine.stream(
        {
          method: "POST",
          ...(/^(127\.|localhost[:/])/.test(reference)
            ? { path: `${API}/images/pull`, query: { reference, policy: "always", tlsVerify: false } }
            : { path: "/images/create", query: { fromImage: reference } }),
          headers: registryHeaders(reference, auth),
          limitMs: PULL_BEGINS_MS,
        },
        signal,
      ),
  };
}

/**
 * Limits the devices of a container with its own users. Podman gives it no rules, since its root cannot create device
 * files, but it can open those of its image. So the container is prepared, its group gets the rules, and then it
 * starts.
 */
async function limitDevices(engine: Engine, id: string): Promise<void> {
  const path = `${API}/containers/${id}`;
  await engine.call({ method: "POST", path: `${path}/init`, limitMs: START_MS });
  const { State } = await engine.call<{ State: { Pid: number } }>({ method: "GET", path: `${path}/json` });
  const dev = `/proc/${State.Pid}/root/dev`;
  openClosedDevices(dev);
  const body = { devices: deviceRules(dev) };
  await engine.call({ method: "POST", path: `${path}/update`, body, limitMs: START_MS });
  if (opensEverything(State.Pid)) throw new Error("the container could not be kept from the machine's devices");
}

function specOf(spec: ContainerSpec, { firstUid, swap }: Omit<PodmanOptions, "storage">) {
  const { limits, port, network } = spec;
  const memory = limits.memoryMb * MB;
  const users = [{ container_id: 0, host_id: firstUid, size: USERS }];
  return {
    ...{ name: spec.name, image: spec.image, hostname: spec.hostname, labels: spec.labels, env: spec.environment },
    // Prevents the image's own settings from running.
    ...{ entrypoint: spec.command, command: [], systemd: "false", restart_policy: "no" },
    ...{ netns: { nsmode: "bridge" }, Networks: { [network.name]: {} }, cgroupns: { nsmode: "private" } },
    portmappings: [
      { host_ip: port.bind, host_port: port.outside, container_port: port.inside, protocol: "tcp" as const },
    ],
    ...(firstUid === 0 ? {} : { userns: { nsmode: "private" }, idmappings: { UIDMap: users, GIDMap: users } }),
    mounts: spec.mounts.map(({ source, path, readOnly }) => ({
      ...{ type: "bind", source, destination: path },
      options: ["rbind", "nosuid", "nodev", readOnly ? "ro" : "rw"],
    })),
    resource_limits: {
      memory: { limit: memory, ...(swap ? { swap: memory } : {}) },
      cpu: { quota: Math.ceil(limits.cpuCores * CPU_PERIOD_US), period: CPU_PERIOD_US },
      pids: { limit: limits.processes },
    },
    shm_size: sharedMemoryBytes(limits),
    r_limits: ulimitsOf(limits).map(({ name, value }) => ({ type: name, soft: value, hard: value })),
    ...{ no_new_privileges: true, cap_drop: ["ALL"], cap_add: CAPABILITIES },
    devices: spec.gpus.map((uuid) => ({ path: `nvidia.com/gpu=${uuid}` })),
    ...(spec.quotaBytes === null ? {} : { storage_opts: { size: String(spec.quotaBytes) } }),
    log_configuration: { driver: "k8s-file", size: MB },
  };
}
