import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { agentEnv } from "../env";

const STRATUM_PORTS = new Set(agentEnv.MILLRACE_STRATUM_PORTS.map(Number));

/** Describes processes that look like coin mining, as a text for the operator, or an empty one. */
export function miningSign(pids: number[]): string {
  for (const pid of pids) {
    const name = read(`/proc/${pid}/comm`).trim();
    if (isMiner(name)) return `process ${name}`;
  }
  const sockets = new Set(pids.flatMap(socketInodes));
  for (const table of networksOf(pids)) {
    const found = establishedPorts(read(table)).find(
      ({ port, inode }) => STRATUM_PORTS.has(port) && sockets.has(inode),
    );
    if (found) return `connection to port ${found.port}`;
  }
  return "";
}

/** Lists the connection tables that these processes see: one per network. */
function networksOf(pids: number[]): string[] {
  const seen = new Map(pids.map((pid) => [link(`/proc/${pid}/ns/net`), pid]));
  return [...seen.values()].flatMap((pid) => [`/proc/${pid}/net/tcp`, `/proc/${pid}/net/tcp6`]);
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

export function isMiner(program: string, names: string[] = agentEnv.MILLRACE_MINERS): boolean {
  return names.some((name) => name !== "" && program.toLowerCase().startsWith(name));
}

/** Remote ports of established connections in the text of /proc/net/tcp, with the inode of their socket. */
export function establishedPorts(table: string): { port: number; inode: string }[] {
  return table
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [remote = "", state = "", inode = ""] = [fields[2], fields[3], fields[9]];
      return state === "01" ? [{ port: Number.parseInt(remote.split(":")[1] ?? "", 16), inode }] : [];
    });
}

function socketInodes(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return target.startsWith("socket:[") ? [target.slice(8, -1)] : [];
    });
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
