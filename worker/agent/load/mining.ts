import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { agentEnv } from "../env";

const STRATUM_PORTS = new Set(agentEnv.MILLRACE_STRATUM_PORTS.map(Number));

/** Describes processes that look like coin mining, as a text for the operator, or an empty one. */
export function miningSign(pids: number[]): string {
  for (const pid of pids) {
    const name = read(`/proc/${pid}/comm`).trim();
    if (isMiner(name)) return `process ${name}`;
  }
  const own = networkOf("self");
  for (const [network, pid] of new Map(pids.map((one) => [networkOf(one), one]))) {
    const found = [`/proc/${pid}/net/tcp`, `/proc/${pid}/net/tcp6`]
      .flatMap((table) => establishedPorts(read(table)))
      .filter(({ port }) => STRATUM_PORTS.has(port));
    // A task with its own network has its connections there. Only the machine's connections must be matched with
    // processes: a task may have a million files open, and nothing else happens here while they are read.
    const sockets = network === own && found.length > 0 ? new Set(pids.flatMap(socketInodes)) : null;
    const one = found.find(({ inode }) => sockets === null || sockets.has(inode));
    if (one) return `connection to port ${one.port}`;
  }
  return "";
}

function networkOf(pid: number | "self"): string {
  return link(`/proc/${pid}/ns/net`);
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

/** Files may be closed in between. */
function socketInodes(pid: number): string[] {
  return openFiles(pid).flatMap((fd) => /^socket:\[(\d+)\]$/.exec(link(`/proc/${pid}/fd/${fd}`))?.[1] ?? []);
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
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
