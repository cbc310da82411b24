import type { Limits } from "../task/limits";

/** Labels by which the agent finds its containers again; they decide what counts as running. */
export const LABEL = {
  placement: "millrace.placement",
  dir: "millrace.dir",
  gpus: "millrace.gpus",
  port: "millrace.port",
};

export interface Mount {
  /** Path on the machine. */
  source: string;
  /** Path in the container. */
  path: string;
  readOnly: boolean;
}

export interface NetworkSpec {
  name: string;
  bridge: string;
  subnet: string;
  gateway: string;
  labels: Record<string, string>;
}

/** A container's specification, independent of the engine. */
export interface ContainerSpec {
  name: string;
  image: string;
  hostname: string;
  labels: Record<string, string>;
  environment: Record<string, string>;
  command: string[];
  network: NetworkSpec;
  /** Port on the machine, and in the container. */
  port: { bind: string; outside: number; inside: number };
  mounts: Mount[];
  limits: Limits;
  /** UUIDs of real GPUs. */
  gpus: string[];
  /** Bytes that its writable layer may hold, if the storage driver can limit them; else null. */
  quotaBytes: number | null;
}

/** The capabilities of root in a container: those that installing packages and running services need, and no more. */
export const CAPABILITIES = [
  ...["CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "NET_BIND_SERVICE", "SETGID", "SETUID"],
  "SYS_CHROOT",
];

export const MB = 1_048_576;
export const CPU_PERIOD_US = 100_000;

/** Shared memory, which NCCL needs much of: half of the task's. */
export function sharedMemoryBytes({ memoryMb }: Limits): number {
  return Math.floor(memoryMb / 2) * MB;
}
