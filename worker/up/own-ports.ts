import { isFree } from "./ports";
import type { Settings } from "./settings";

interface OwnPort {
  port: number;
  /** The variable that decides it. */
  name: string;
  /** The remedy where the port cannot be had. */
  remedy: string;
}

/** The ports that the environment variables set, for `webs` web processes. */
export function ownPorts({ port, workerPort, metricsPort }: Settings, webs: number): OwnPort[] {
  const remedy = "Set PORT and WORKER_PORT to free ones.";
  const after = webs > 1 ? `, with ${webs - 1} free after it: each web process has its own` : "";
  const metrics = Array.from({ length: metricsPort === null ? 0 : webs }, (_, at) => ({
    port: (metricsPort ?? 0) + at,
    name: "METRICS_PORT",
    remedy: `Set METRICS_PORT to a free one${after}.`,
  }));
  return [{ port, name: "PORT", remedy }, { port: workerPort, name: "WORKER_PORT", remedy }, ...metrics];
}

/** Refuses a port that does not exist, that two settings share, or that another program has. */
export async function requireFree(ports: OwnPort[]): Promise<void> {
  const names = new Map<number, string>();
  for (const { port, name, remedy } of ports) {
    if (port > 65535) throw new Error(`Port ${port} of ${name} is above 65535. ${remedy}`);
    const other = names.get(port);
    if (other) throw new Error(`Port ${port} of ${name} is also that of ${other}. ${remedy}`);
    names.set(port, name);
  }
  for (const { port, remedy } of ports) if (!(await isFree(port))) throw new Error(`Port ${port} is in use. ${remedy}`);
}
