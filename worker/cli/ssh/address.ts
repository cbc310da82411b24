import { EXIT, Failure } from "../failure";

export interface Address {
  host: string;
  port: string;
}

/**
 * Parses `host:port`. The result becomes part of a command line and a configuration file, so anything that could be an
 * option or a second line is refused. @throws Failure
 */
export function addressFrom(sshAddr: string): Address {
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9][A-Za-z0-9.-]*)):(\d{1,5})$/.exec(sshAddr);
  const host = found?.[1] ?? found?.[2];
  const port = found?.[3];
  if (host && port) return { host, port };
  throw new Failure(`The server sent an invalid address: ${JSON.stringify(sshAddr)}.`, { code: EXIT.refused });
}

/** Checks the id of a task, which becomes a file name and part of a configuration. @throws Failure */
export function guidFrom(given: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given)) return given;
  throw new Failure(`The server sent an invalid task id: ${JSON.stringify(given)}.`, { code: EXIT.refused });
}

/** Checks that a value of an ssh configuration stays on its line. @throws Failure */
export function onOneLine(value: string): string {
  if (!/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) return value;
  throw new Failure(`A value for ssh contains control characters: ${JSON.stringify(value)}.`, { code: EXIT.refused });
}

/** The type and key of a public key line, without its comment; null when the line is not a public key. */
export function publicKeyOf(line: string): string | null {
  const [, type, key] = /^\s*((?:ssh|ecdsa|sk)-[a-z0-9@.-]+)\s+([A-Za-z0-9+/]+={0,3})(?:\s|$)/.exec(line) ?? [];
  return type && key ? `${type} ${key}` : null;
}
