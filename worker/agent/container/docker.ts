import type { Dialect } from "./dialect";
import { registryHeaders } from "./dialect";
import { START_MS } from "./engine";
import { CAPABILITIES, CPU_PERIOD_US, MB, sharedMemoryBytes, type ContainerSpec } from "./spec";
import { ulimitsOf } from "./ulimits";

const PULL_BEGINS_MS = 60_000;

/** Docker through its API. Its users are those of its own `userns-remap`, set for all its containers. */
export function docker({ firstUid }: { firstUid: number }): Dialect {
  return {
    firstUid,
    createNetwork: async (engine, { name, bridge, subnet, gateway, labels }) => {
      const body = {
        ...{ Name: name, Driver: "bridge", CheckDuplicate: true, Labels: labels, EnableIPv6: false },
        IPAM: { Config: [{ Subnet: subnet, Gateway: gateway }] },
        Options: { "com.docker.network.bridge.name": bridge },
      };
      await engine.call({ method: "POST", path: "/networks/create", body, limitMs: START_MS });
    },
    createContainer: async (engine, spec) => {
      const query = { name: spec.name };
      const body = bodyOf(spec);
      const path = "/containers/create";
      const answer = await engine.call<{ Id: string }>({ method: "POST", path, query, body, limitMs: START_MS });
      return answer.Id;
    },
    pull: async (engine, reference, auth, signal) =>
      await engine.stream(
        {
          method: "POST",
          path: "/images/create",
          query: { fromImage: reference },
          headers: registryHeaders(reference, auth),
          limitMs: PULL_BEGINS_MS,
        },
        signal,
      ),
  };
}

function bodyOf(spec: ContainerSpec) {
  const { limits, port } = spec;
  const memory = limits.memoryMb * MB;
  const inside = `${port.inside}/tcp`;
  return {
    ...{ Image: spec.image, Hostname: spec.hostname, Labels: spec.labels, Entrypoint: spec.command, Cmd: [] },
    Env: Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`),
    ExposedPorts: { [inside]: {} },
    HostConfig: {
      ...{ RestartPolicy: { Name: "no" }, NetworkMode: spec.network.name, CgroupnsMode: "private" },
      PortBindings: { [inside]: [{ HostIp: port.bind, HostPort: String(port.outside) }] },
      Mounts: spec.mounts.map(({ source, path, readOnly }) => ({
        ...{ Type: "bind", Source: source, Target: path, ReadOnly: readOnly },
      })),
      ...{ Memory: memory, MemorySwap: memory, PidsLimit: limits.processes, ShmSize: sharedMemoryBytes(limits) },
      ...{ CpuPeriod: CPU_PERIOD_US, CpuQuota: Math.ceil(limits.cpuCores * CPU_PERIOD_US) },
      Ulimits: ulimitsOf(limits).map(({ name: Name, value }) => ({ Name, Soft: value, Hard: value })),
      ...{ SecurityOpt: ["no-new-privileges"], CapDrop: ["ALL"], CapAdd: CAPABILITIES },
      // By name, never by number: a reboot may change the order of GPUs.
      ...(spec.gpus.length > 0
        ? { DeviceRequests: [{ Driver: "nvidia", DeviceIDs: spec.gpus, Capabilities: [["gpu"]] }] }
        : {}),
      ...(spec.quotaBytes === null ? {} : { StorageOpt: { size: String(spec.quotaBytes) } }),
      LogConfig: { Type: "json-file", Config: { "max-size": "1m", "max-file": "1" } },
    },
  };
}
