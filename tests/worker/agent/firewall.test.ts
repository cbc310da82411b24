import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sweepNetwork } from "../../../worker/agent/container/end-container";
import { closeNetworks, NetworkRules } from "../../../worker/agent/container/firewall";
import { networkOf } from "../../../worker/agent/container/network";
import type { NetworkSpec } from "../../../worker/agent/container/spec";
import { installScript } from "../../support/install-script";

const TASK = "10.213.0.2";
const NEIGHBOUR = "10.213.0.10";
const METADATA = "169.254.169.254";
const INTERNET = "203.0.113.2";
const OWN_NETWORK = "198.51.100.2";
const PORT = 7_000;
const LISTED = "PATH=$PATH:/usr/sbin; iptables -S; iptables -t nat -S";

const lacks = missing();
if (lacks !== "") console.log(`the rules between networks of tasks are not tried: ${lacks}`);

test("rules that cannot be set again take the node out of service: no task starts, and those that run may be open", async () => {
  const bin = mkdtempSync(join(tmpdir(), "millrace-rules-"));
  onTestFinished(() => (vi.unstubAllEnvs(), rmSync(bin, { recursive: true })));
  const answer = (script: string) => {
    for (const name of ["iptables", "ip6tables"].flatMap((one) => [one, `${one}-restore`]))
      installScript(join(bin, name), script);
  };
  vi.stubEnv("PATH", `${bin}:${process.env["PATH"]}`);
  const works = 'case "$*" in *" -D "*) exit 1;; esac';
  answer(works);
  const rules = new NetworkRules([]);
  await rules.setAgain();
  expect(rules.conditions()).toEqual([]);
  answer("echo no such table >&2; exit 3");
  // Starts at one moment see the same held lock.
  await Promise.all([1, 2, 3, 4].map(async () => await rules.setAgain()));
  expect(rules.conditions()).toMatchObject([{ name: "tasks-not-isolated", severity: "warning" }]);
  await rules.setAgain();
  expect(rules.conditions()).toMatchObject([{ severity: "critical", action: "inspect", gpu: "" }]);
  expect(rules.conditions()[0]?.text).toContain("no such table");
  answer(works);
  await rules.setAgain();
  expect(rules.conditions()).toEqual([]);
  // A program that waits for the kernel outlives the shell that is ended.
  answer(`while [ -d ${bin} ]; do sleep 1; done`);
  await rules.setAgain();
  expect(rules.conditions()[0]?.text).toContain("no answer");
  answer(works);
  await rules.setAgain();
  expect(rules.conditions()).toEqual([]);
});

/** A machine, two tasks and the network behind its uplink, each a network namespace: no engine, but its rules. */
describe.runIf(lacks === "")("The rules between tasks", () => {
  const bin = mkdtempSync(join(tmpdir(), "millrace-firewall-"));
  const holders: ChildProcess[] = [];
  let [machine, task, neighbour, outside] = [0, 0, 0, 0];

  beforeAll(async () => {
    [machine, task, neighbour, outside] = await Promise.all([namespace(), namespace(), namespace(), namespace()]);
    connect("mlr7001", task, { near: "10.213.0.1/29", far: `${TASK}/29` });
    connect("mlr7002", neighbour, { near: "10.213.0.9/29", far: `${NEIGHBOUR}/29` });
    connect("up0", outside, { near: "203.0.113.1/24", far: `${INTERNET}/24` });
    for (const address of [METADATA, OWN_NETWORK]) {
      within(outside, `ip address add ${address}/32 dev eth0`);
      within(machine, `ip route add ${address}/32 via ${INTERNET}`);
    }
    within(machine, "echo 1 > /proc/sys/net/ipv4/ip_forward");
    for (const name of ["iptables", "ip6tables"].flatMap((one) => [one, `${one}-restore`]))
      installScript(
        join(bin, name),
        `PATH="/usr/sbin:/sbin:/usr/bin:/bin"; exec nsenter -t ${machine} -n ${name} "$@"`,
      );
    vi.stubEnv("PATH", `${bin}:${process.env["PATH"]}`);
    await Promise.all([machine, neighbour, outside].map(serve));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    for (const holder of holders) holder.kill("SIGKILL");
    rmSync(bin, { recursive: true });
  });

  test("come before those of an engine, which puts its own first", async () => {
    await closeNetworks([`${OWN_NETWORK}/32`]);
    // As Podman and Docker do when the first container of a machine is started.
    within(machine, "PATH=$PATH:/usr/sbin iptables -I FORWARD 1 -s 10.213.0.0/16 -j ACCEPT");
    within(machine, "PATH=$PATH:/usr/sbin iptables -I INPUT 1 -s 10.213.0.0/16 -j ACCEPT");
    const reached = await Promise.all(
      [NEIGHBOUR, METADATA, OWN_NETWORK, "10.213.0.1", "203.0.113.1", INTERNET].map(async (address) =>
        (await reaches(task, address)) ? [address] : [],
      ),
    );
    expect(reached.flat()).toEqual([INTERNET]);
    // Connections that the machine itself opens, such as a customer's that it passes in, arrive.
    expect(await reaches(machine, NEIGHBOUR)).toBe(true);
  });

  test("of a network are removed with it if the engine left them, and no others", async () => {
    // As Podman 4.3 wrote and saved them.
    const rulesOf = (port: number, subnet: string) => [
      `filter -A NETAVARK_FORWARD -d ${subnet} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`,
      `filter -A NETAVARK_FORWARD -s ${subnet} -j ACCEPT`,
      ...[`nat -N NETAVARK-${port}A`, `nat -A NETAVARK-${port}A -d ${subnet} -j ACCEPT`],
      `nat -A POSTROUTING -s ${subnet} -j NETAVARK-${port}A`,
      ...[`nat -N NETAVARK-DN-${port}`, `nat -A NETAVARK-DN-${port} -p tcp -j DNAT --to-destination 10.213.1.2:22`],
      `nat -A NETAVARK-HOSTPORT-DNAT -p tcp --dport ${port} -m comment --comment "dnat name: millrace-${port} id: 1" -j NETAVARK-DN-${port}`,
    ];
    const [gone, stays] = [9_001, 9_002].map((port) => networkOf(port, { from: "10.213.0.0/16", dir: "/d" }));
    const add = (rules: string[]) => {
      for (const rule of rules) within(machine, `PATH=$PATH:/usr/sbin; iptables -t ${rule}`);
    };
    const kept = () => execFileSync("sh", ["-c", `nsenter -t ${machine} -n sh -c "${LISTED}"`], { encoding: "utf8" });
    add(["filter -N NETAVARK_FORWARD", "nat -N NETAVARK-HOSTPORT-DNAT", ...rulesOf(9_002, stays?.subnet ?? "")]);
    const before = kept();
    add(rulesOf(9_001, gone?.subnet ?? ""));
    await sweepNetwork(gone as NetworkSpec);
    expect(kept()).toBe(before);
  });

  async function namespace(): Promise<number> {
    const holder = spawn("unshare", ["-n", "sh", "-c", "ip link set lo up; echo; exec sleep 600"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    holders.push(holder);
    await once(holder.stdout as NodeJS.ReadableStream, "data");
    return holder.pid ?? 0;
  }

  function connect(name: string, pid: number, { near, far }: { near: string; far: string }): void {
    within(machine, `ip link add ${name} type veth peer name eth0 netns ${pid}`);
    within(machine, `ip address add ${near} dev ${name}; ip link set ${name} up`);
    within(pid, `ip address add ${far} dev eth0; ip link set eth0 up; ip route add default via ${near.split("/")[0]}`);
  }

  async function serve(pid: number): Promise<void> {
    const program = `require("node:net").createServer((socket) => socket.end()).listen(${PORT}, "0.0.0.0", console.log)`;
    const server = spawn("nsenter", ["-t", String(pid), "-n", process.execPath, "-e", program], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    holders.push(server);
    await once(server.stdout, "data");
  }
});

function within(pid: number, script: string): void {
  execFileSync("nsenter", ["-t", String(pid), "-n", "sh", "-ec", script], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Dropped packets give no answer, however long the wait. */
async function reaches(pid: number, address: string): Promise<boolean> {
  const script = `exec 3<>/dev/tcp/${address}/${PORT}`;
  const child = spawn("nsenter", ["-t", String(pid), "-n", "timeout", "3", "bash", "-c", script], { stdio: "ignore" });
  return await new Promise((resolve) => child.once("exit", (code) => resolve(code === 0)));
}

function missing(): string {
  if (process.getuid?.() !== 0) return "it needs root";
  try {
    execFileSync("sh", ["-c", "PATH=$PATH:/usr/sbin:/sbin; command -v iptables ip && unshare -n true"], {
      stdio: "ignore",
    });
    return "";
  } catch {
    return "iptables, ip or network namespaces are not to be had";
  }
}
