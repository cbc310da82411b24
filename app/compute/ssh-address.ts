/** Where a task's SSH server answers. `host` stands without the brackets of an IPv6 address. */
export interface SshAddress {
  host: string;
  port: number;
}

/** Reads `host:port` or `[host]:port` as `ssh_addr` has it; null for an empty or odd one. */
export function splitSshAddr(sshAddr: string): SshAddress | null {
  const [, inBrackets, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(sshAddr) ?? [];
  const host = inBrackets ?? plain;
  return host && isPort(Number(port)) ? { host, port: Number(port) } : null;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/**
 * Whether the address is at one of these IP addresses, however either is spelled. Names are none: what a name leads to
 * is for its owner to say.
 */
export function isAt({ host }: SshAddress, ips: readonly (string | null)[]): boolean {
  const spelled = spelling(host);
  return ips.some((ip) => ip !== null && spelling(ip) === spelled);
}

/** One spelling for each IP address: `::1` for `0:0:0:0:0:0:0:1`. */
function spelling(ip: string): string {
  if (!ip.includes(":")) return ip;
  return URL.canParse(`http://[${ip}]`) ? new URL(`http://[${ip}]`).hostname : ip;
}

/** The line of a `known_hosts` file by which `ssh` knows the task's server without asking; empty without a host key. */
export function knownHostsLine({ host, port }: SshAddress, hostKey: string): string {
  const [type, body] = hostKey.trim().split(/\s+/);
  if (!type || !body) return "";
  // The usual port is the only one that ssh looks up without brackets.
  return `${port === 22 ? host : `[${host}]:${port}`} ${type} ${body}`;
}
