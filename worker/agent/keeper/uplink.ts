import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import type { Plan } from "./plan";

const LOOK_MS = 20;
const TUN = "/dev/net/tun";
const SLIRP = "slirp4netns";

/** Where slirp4netns answers questions for names. */
export const NAMESERVERS: Record<Plan["uplink"], string> = { slirp4netns: "10.0.2.3", none: "" };

/**
 * A network that its uplink can be joined to: it belongs to users around the sandbox, whom the sandbox's own users have
 * no power over.
 */
export const JOINABLE_NETWORK = [
  ...["unshare", "--user", "--map-root-user", "--net", "--", "/bin/sh", "-c"],
  ...['PATH="$PATH:/usr/sbin:/sbin" ip link set lo up 2>/dev/null; exec "$@"', "sh"],
];

/** How a task gets out to the internet on this machine. */
export function findUplink(): Plan["uplink"] {
  try {
    accessSync(TUN, constants.R_OK | constants.W_OK);
  } catch {
    return "none";
  }
  return runs([SLIRP, "--version"]) && runs([...JOINABLE_NETWORK, "true"]) ? SLIRP : "none";
}

function runs([program = "", ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore", timeout: 5_000 }).status === 0;
}

/**
 * Joins the task's network to the internet. The machine's own loopback stays out of reach; what it offers at its other
 * addresses, it offers to the task as to anybody.
 */
export async function openUplink({ uplink, statusFile }: Plan, sandboxPid: number): Promise<ChildProcess | null> {
  if (uplink === "none") return null;
  // By now bubblewrap runs, and so its network is there.
  while (!readFileSync(statusFile, "utf8").includes("child-pid"))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  // Handle 3 ends it with its keeper, however that ends.
  const argv = ["--configure", "--mtu=65520", "--disable-host-loopback", "--exit-fd=3", String(sandboxPid)];
  const child = spawn(SLIRP, [...argv, "tap0"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  child.on("error", (error) => console.error(`${SLIRP}: ${error.message}`));
  child.on("exit", (code) => code && console.error(`${SLIRP} ended with ${code}: the task is cut off`));
  return child;
}
