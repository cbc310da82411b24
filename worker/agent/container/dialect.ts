import type { IncomingMessage } from "node:http";
import type { Engine } from "./engine";
import type { ContainerSpec, NetworkSpec } from "./spec";

export interface RegistryAuth {
  username: string;
  password: string;
}

/** Differences between the engines. */
export interface Dialect {
  createNetwork(engine: Engine, network: NetworkSpec): Promise<void>;
  createContainer(engine: Engine, spec: ContainerSpec): Promise<string>;
  /** Lines of JSON about the progress. */
  pull(
    engine: Engine,
    reference: string,
    auth: RegistryAuth | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage>;
  /** Limits a created container to its devices, if creating it does not. */
  limitDevices?(engine: Engine, id: string): Promise<void>;
  /** Removes what unfinished pulls left, if the engine itself does not. Must not be called during a pull. */
  removeLeftovers?(engine: Engine): Promise<void>;
  /** The machine's user that is root in a container. */
  readonly firstUid: number;
}

/** Builds the header `X-Registry-Auth`, in the form that both engines expect. */
export function registryHeaders(reference: string, auth: RegistryAuth | undefined): Record<string, string> {
  if (!auth) return {};
  const text = JSON.stringify({ ...auth, serveraddress: reference.split("/")[0] });
  // Podman wants base64url, but with padding.
  const encoded = Buffer.from(text).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
  return { "X-Registry-Auth": encoded };
}
