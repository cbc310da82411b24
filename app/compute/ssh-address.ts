/** Address of a task's SSH server. `host` has no brackets around an IPv6 address. */
export interface SshAddress {
  host: string;
  port: number;
}

/** Reads `host:port` or `[host]:port`, as in `ssh_addr`; null for an empty or invalid one. */
export function splitSshAddr(sshAddr: string): SshAddress | null {
  const [, inBrackets, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(sshAddr) ?? [];
  const host = inBrackets ?? plain;
  return host && isPort(Number(port)) ? { host, port: Number(port) } : null;
}

/** Writes an address as `ssh_addr` has it. */
export function joinSshAddr({ host, port }: SshAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/**
 * Checks whether the address is at one of these IP addresses, in any spelling. A name never matches: only its owner
 * decides where it leads.
 */
export function isAt({ host }: SshAddress, ips: readonly (string | null)[]): boolean {
  const spelled = spelling(host);
  return ips.some((ip) => ip !== null && spelling(ip) === spelled);
}

/** Normalises an IP address: `::1` for `0:0:0:0:0:0:0:1`. */
function spelling(ip: string): string {
  if (!ip.includes(":")) return ip;
  return URL.canParse(`http://[${ip}]`) ? new URL(`http://[${ip}]`).hostname : ip;
}

/** The line of a `known_hosts` file that lets `ssh` trust the task's server without asking; empty without a host key. */
export function knownHostsLine({ host, port }: SshAddress, hostKey: string): string {
  const [type, body] = hostKey.trim().split(/\s+/);
  if (!type || !body) return "";
  // The usual port is the only one that ssh looks up without brackets.
  return `${port === 22 ? host : `[${host}]:${port}`} ${type} ${body}`;
}
