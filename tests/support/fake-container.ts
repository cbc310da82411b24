import type { ChildProcess } from "node:child_process";

export type Body = Record<string, unknown>;

interface Mount {
  source: string;
  path: string;
}

/** A container of the fake engine: a plain process of this machine. */
export interface FakeContainer {
  id: string;
  name: string;
  labels: Record<string, string>;
  environment: Record<string, string>;
  mounts: Mount[];
  port: number;
  network: string;
  process: ChildProcess | null;
  prepared: boolean;
  exitCode: number | null;
}

/** The body of a request in Podman's own API. */
export function ofPodman(body: Body) {
  const [port] = body["portmappings"] as { host_port: number }[];
  return {
    name: String(body["name"]),
    labels: body["labels"] as Record<string, string>,
    environment: body["env"] as Record<string, string>,
    mounts: (body["mounts"] as { source: string; destination: string }[]).map(({ source, destination: path }) => ({
      source,
      path,
    })),
    port: port?.host_port ?? 0,
    network: Object.keys(body["Networks"] as object)[0] ?? "",
  };
}

export function ofDocker(query: URLSearchParams, body: Body) {
  const host = body["HostConfig"] as {
    PortBindings: Record<string, { HostPort: string }[]>;
    Mounts: { Source: string; Target: string }[];
    NetworkMode: string;
  };
  const pairs = (body["Env"] as string[]).map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]);
  return {
    name: query.get("name") ?? "",
    labels: body["Labels"] as Record<string, string>,
    environment: Object.fromEntries(pairs) as Record<string, string>,
    mounts: host.Mounts.map(({ Source: source, Target: path }) => ({ source, path })),
    port: Number(host.PortBindings["22/tcp"]?.[0]?.HostPort ?? 0),
    network: host.NetworkMode,
  };
}

function stateOf({ process: child, exitCode }: FakeContainer): "created" | "running" | "exited" {
  return !child ? "created" : exitCode === null ? "running" : "exited";
}

export function listed(container: FakeContainer) {
  return { Id: container.id, State: stateOf(container), Labels: container.labels };
}

export function inspected(container: FakeContainer) {
  const Running = stateOf(container) === "running";
  const State = {
    Running,
    // This process replaces a prepared one.
    Pid: Running ? container.process?.pid : container.prepared ? process.pid : 0,
    ExitCode: container.exitCode ?? 0,
    OOMKilled: false,
  };
  return { Id: container.id, State, GraphDriver: { Data: null } };
}
