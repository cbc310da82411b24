import type { IncomingMessage } from "node:http";
import type { Engine } from "./engine";
import type { ContainerSpec, NetworkSpec } from "./spec";

export interface RegistryAuth {
  username: string;
  password: string;
}

/** Where the engines differ. */
export interface Dialect {
  createNetwork(engine: Engine, network: NetworkSpec): Promise<void>;
  /** Gives the container's id. */
  createContainer(engine: Engine, spec: ContainerSpec): Promise<string>;
  /** Lines of JSON about the progress. */
  pull(
    engine: Engine,
    reference: string,
    auth: RegistryAuth | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage>;
  /** Keeps a container that has not begun to the devices that it was given, where creating it does not. */
  limitDevices?(engine: Engine, id: string): Promise<void>;
  /** Removes what pulls have left that came to no end, where the engine itself does not. Not to be called while anything is pulled. */
  removeLeftovers?(engine: Engine): Promise<void>;
  /** The machine's user that is root in a container. */
  readonly firstUid: number;
}

/** As both engines want it in the header `X-Registry-Auth`. */
export function registryHeaders(reference: string, auth: RegistryAuth | undefined): Record<string, string> {
  if (!auth) return {};
  const text = JSON.stringify({ ...auth, serveraddress: reference.split("/")[0] });
  // Podman wants the letters of base64url, and the padding that it usually goes without.
  const encoded = Buffer.from(text).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
  return { "X-Registry-Auth": encoded };
}
