import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { db } from "~/platform/db.server";
import { forgetSeenProcesses, markedProcesses } from "../../worker/agent/process/processes";
import { findFreePort } from "../../worker/up/ports";
import { ssh } from "../e2e/support/ssh";
import { bearer, type WaysWorld } from "../worker/access/access-world";
import { processorSeconds } from "./processes";
import { figure, quantile } from "./report";

const ROUNDS = 7;
const MB = 100;

interface Taken {
  ms: number;
  /** Seconds of processor time of all processes that a download passes through. */
  processor: number;
}

/** One way to the same file. */
interface Way {
  name: string;
  take: () => Promise<Taken>;
}

/**
 * The same file in turns: through the proxy, through `ssh -L` directly and by the SSH gateway, through bare relays in as many processes as the proxy's way
 * has, and by a program next to it in the task. Of a busy machine processor time says more than megabytes a second.
 */
export async function benchDownload(world: WaysWorld): Promise<void> {
  const { worker, agent, label, port } = world;
  const workerPort = Number(new URL(worker.origin).port);
  const host = `${port}-${label}.localhost:${workerPort}`;
  const own = JSON.parse(readFileSync(join(await folderOf(world), "ready.json"), "utf8")) as { port: number };
  const tunnel = await openTunnel(world, `127.0.0.1:${own.port}`);
  const throughGateway = await openTunnel(world, world.address);
  const relays = await openRelays(world);
  const outside = (
    name: string,
    at: number,
    host: string,
    headers: Record<string, string>,
    by: (number | undefined)[],
  ) => ({
    name,
    take: async () => await counted(world, by, () => download(at, host, headers)),
  });
  const gatewayPort = Number(world.address.split(":")[1]);
  const ways: [Way, Way, Way, Way, Way, Way] = [
    outside("through the proxy", workerPort, host, bearer(world), [worker.pid, agent.pid]),
    outside("by ssh -L", tunnel.port, "a", {}, [tunnel.process.pid]),
    outside("by ssh -L through the gateway", throughGateway.port, "a", {}, [
      throughGateway.process.pid,
      worker.pid,
      agent.pid,
    ]),
    {
      name: "through the gateway, without SSH in the task",
      take: async () => {
        const putBack = await inPlaceOfSsh(world);
        const taken = await counted(world, [worker.pid, agent.pid], () => download(gatewayPort, "a", {}));
        putBack();
        return taken;
      },
    },
    outside(
      "by bare relays in three processes",
      relays.port,
      "a",
      {},
      relays.processes.map(({ pid }) => pid),
    ),
    { name: "within the task", take: () => takeWithin(world) },
  ];
  const took = new Map(ways.map(({ name }) => [name, [] as Taken[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, take } of ways) {
      const taken = await take();
      // The first download of each kind is slower in all of them.
      if (round > 0) took.get(name)?.push(taken);
    }
  }
  for (const child of [tunnel.process, throughGateway.process, ...relays.processes]) child.kill();
  const median = ({ name }: Way, of: keyof Taken) =>
    quantile(
      (took.get(name) ?? []).map((one) => one[of]),
      0.5,
    );
  for (const way of ways) {
    const processor = median(way, "processor").toFixed(2);
    figure(
      `${MB} MB ${way.name}, MB/s; s of processor`,
      `${((MB * 1000) / median(way, "ms")).toFixed(0)}; ${processor}`,
    );
  }
  const [proxy, sshForward, sshGateway, gateway, bare, within] = ways;
  const compare = (name: string, way: Way, than: Way, goal = "") =>
    figure(
      `${name}; processor time`,
      `${(median(than, "ms") / median(way, "ms")).toFixed(2)} ×; ${(median(way, "processor") / median(than, "processor")).toFixed(2)} ×`,
      goal,
    );
  compare("proxy against ssh -L", proxy, sshForward, "at least 0.5 ×");
  compare("gateway without SSH against proxy", gateway, proxy, "at least 0.9 ×");
  compare("ssh -L through the gateway against ssh -L", sshGateway, sshForward);
  compare("proxy against bare relays", proxy, bare);
  compare("proxy against within the task", proxy, within, "at least 0.5 ×");
  compare("bare relays against within the task", bare, within);
}

/** Processor time of these processes, those of the task and this one. */
async function counted(world: WaysWorld, by: (number | undefined)[], take: () => Promise<number>): Promise<Taken> {
  forgetSeenProcesses();
  const inTask = markedProcesses(join(world.dataDir, world.node.nodeName)).map(({ pid }) => pid);
  const all = [process.pid, ...inTask, ...by.flatMap((pid) => pid ?? [])];
  const used = () => all.reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const before = used();
  const ms = await take();
  return { ms, processor: used() - before };
}

/** Read by a program in the task, which reports its own processor time. */
async function takeWithin(world: WaysWorld): Promise<Taken> {
  const { address, key, port } = world;
  const program = `const t = performance.now(), p = process.cpuUsage(); const r = await fetch("http://127.0.0.1:${port}/sized?mb=${MB}"); let n = 0; for await (const c of r.body) n += c.length; const { user, system } = process.cpuUsage(p); console.log(performance.now() - t, (user + system) / 1e6)`;
  let own = 0;
  const { ms, processor } = await counted(world, [], async () => {
    const { out } = await ssh(address, key, `bun -e '${program}'`);
    const [ms = 0, seconds = 0] = out.trim().split(" ").map(Number);
    own = seconds;
    return ms;
  });
  return { ms, processor: processor + own };
}

/** The task's folder on its machine. */
async function folderOf({ dataDir, node }: WaysWorld): Promise<string> {
  const [placed] = await db.query<{ id: string }>(`select placement_id as id from placement`);
  return join(dataDir, node.nodeName, "tasks", placed?.id ?? "");
}

/** Passes what comes for the task's SSH server to its program instead, until the returned function is called. */
async function inPlaceOfSsh(world: WaysWorld): Promise<() => void> {
  const run = join(await folderOf(world), "run");
  const swap = (from: string, to: string) => renameSync(join(run, from), join(run, to));
  swap("ssh.sock", "aside.sock");
  swap(RAW_SOCKET, "ssh.sock");
  return () => {
    swap("ssh.sock", RAW_SOCKET);
    swap("aside.sock", "ssh.sock");
  };
}

async function openTunnel({ key, port }: WaysWorld, address: string): Promise<{ port: number; process: ChildProcess }> {
  const forwarded = await findFreePort();
  const [sshHost = "", sshPort = ""] = address.split(":");
  const options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"];
  const tunnel = spawn("ssh", [
    ...["-N", "-L", `${forwarded}:127.0.0.1:${port}`, "-p", sshPort, "-i", key.file, "-F", "none"],
    ...[...options.flatMap((option) => ["-o", option]), `root@${sshHost}`],
  ]);
  await untilDownloads(forwarded);
  return { port: forwarded, process: tunnel };
}

/** Only passes bytes on, from the path or port of its first argument to that of its second. */
const RELAY = `const n = require("node:net");
  const [from, to] = process.argv.slice(-2).map((one) => (/^[0-9]+$/.test(one) ? { port: Number(one), host: "127.0.0.1" } : { path: one }));
  n.createServer({ allowHalfOpen: true }, (a) => { const b = n.connect({ ...to, allowHalfOpen: true }); a.on("error", () => b.destroy()); b.on("error", () => a.destroy()); a.pipe(b); b.pipe(a); a.on("close", () => b.destroy()); }).listen(from);`;
const RELAY_SOCKET = "relay.sock";

/** The same, without the line that names the client of an SSH server. */
const RAW = `const n = require("node:net"); const [from, to] = process.argv.slice(-2);
  n.createServer({ allowHalfOpen: true }, (a) => { a.once("data", (line) => { const b = n.connect({ port: Number(to), host: "127.0.0.1", allowHalfOpen: true });
    b.write(line.subarray(line.indexOf(10) + 1)); b.on("error", () => a.destroy()); a.pipe(b); b.pipe(a); a.on("close", () => b.destroy()); }); a.on("error", () => {}); }).listen(from);`;
const RAW_SOCKET = "raw.sock";

/**
 * The cost of the operating system and Bun's sockets alone on a download's path: one process inside the task, like its
 * server, one in place of the agent and one in place of the worker.
 */
async function openRelays(world: WaysWorld): Promise<{ port: number; processes: ChildProcess[] }> {
  const { address, key, port } = world;
  const inTask = `nohup bun -e '${RELAY}' "$MILLRACE_RUN/${RELAY_SOCKET}" ${port} > relay.log 2>&1 < /dev/null &`;
  await ssh(address, key, inTask);
  await ssh(address, key, `nohup bun -e '${RAW}' "$MILLRACE_RUN/${RAW_SOCKET}" ${port} > raw.log 2>&1 < /dev/null &`);
  const runDir = join(await folderOf(world), "run");
  const [agents, workers] = [await findFreePort(), await findFreePort()];
  // Its whole path may be longer than a socket's name can be.
  const relay = (from: number, to: string | number, cwd: string) =>
    spawn(process.execPath, ["-e", RELAY, String(from), String(to)], { cwd, stdio: ["ignore", "ignore", "inherit"] });
  const processes = [relay(agents, RELAY_SOCKET, runDir), relay(workers, agents, ".")];
  await untilDownloads(workers);
  return { port: workers, processes };
}

async function untilDownloads(port: number): Promise<void> {
  while (!(await download(port, "a", {}).catch(() => 0))) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Milliseconds from the request to the last byte. */
async function download(port: number, host: string, headers: Record<string, string>): Promise<number> {
  const sinceMs = performance.now();
  return await new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let seen = 0;
    const lines = Object.entries({ Host: host, Connection: "close", ...headers });
    socket.write(
      `GET /sized?mb=${MB} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    );
    socket.on("data", (data: Buffer) => {
      seen += data.length;
      if (seen < MB * 1e6) return;
      socket.destroy();
      resolve(performance.now() - sinceMs);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`${seen} bytes came`)));
  });
}
