import { EXIT } from "../exit-codes";
import { Failure } from "../failure";

export interface Address {
  host: string;
  port: string;
}

/**
 * Host and port of `host:port`. What a server says becomes words of a command line and lines of a configuration, so anything
 * that could be an option or a second line is refused. @throws Failure
 */
export function addressFrom(sshAddr: string): Address {
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9][A-Za-z0-9.-]*)):(\d{1,5})$/.exec(sshAddr);
  const host = found?.[1] ?? found?.[2];
  const port = found?.[3];
  if (host && port) return { host, port };
  throw new Failure(`The server gave an address that is none: ${JSON.stringify(sshAddr)}.`, { code: EXIT.refused });
}

/** Type and key of a public key's line, without its comment; null when it is none. */
export function publicKeyOf(line: string): string | null {
  const [, type, key] = /^\s*((?:ssh|ecdsa|sk)-[a-z0-9@.-]+)\s+([A-Za-z0-9+/]+={0,3})(?:\s|$)/.exec(line) ?? [];
  return type && key ? `${type} ${key}` : null;
}
