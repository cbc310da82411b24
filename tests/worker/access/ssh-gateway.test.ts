import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { notifyNodesOf } from "~/compute/change-placements.server";
import { giveKeys } from "~/compute/inside/ssh-keys/keys-of-tasks.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { splitSshAddr } from "~/compute/ssh-address";
import { setSshGateway } from "~/fleet/inside/nodes/set-ssh-gateway.server";
import { db, transaction } from "~/platform/db.server";
import { AccessLink } from "../../../worker/agent/access/access-link";
import { TaskFolders } from "../../../worker/agent/task/task-folders";
import { Link } from "../../../worker/streams/link";
import { findFreePort } from "../../../worker/up/ports";
import { ssh } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { startWorker, type WorkerProcess } from "../../support/worker-process";
import { kill } from "../agent/agent-process";
import { optionsOf, run } from "../agent/one-task";
import { aWaysWorld, type WaysWorld } from "./access-world";
import { anAdmin } from "../../support/world";

/** Also this process's own, before it reads its settings. */
const GATEWAY = vi.hoisted(() => {
  const gateway = { SSH_GATEWAY_PORTS: "17000-17009", SSH_GATEWAY_HOST: "127.0.0.1", TASK_CONNECTIONS: "4" };
  for (const [name, value] of Object.entries(gateway)) vi.stubEnv(name, value);
  return gateway;
});

let world: WaysWorld;
let other: WorkerProcess | undefined;
const clients: ChildProcess[] = [];

beforeAll(async () => (world = await aWaysWorld("16920-16939", GATEWAY)));
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const client of clients) client.kill();
  await other?.end();
  await world?.end();
});

const address = () => splitSshAddr(world.address) ?? { host: "", port: 0 };
const succeeds = async (command = "echo in") => (await ssh(world.address, world.key, command)).out === "in\n";
/** The task's own server refuses the key, not the gateway. */
const refuses = async () => (await ssh(world.address, world.key, "true")).err.includes("Permission denied (publickey)");
const figure = async (name: string) => {
  const headers = { authorization: "Bearer test-metrics-token" };
  const text = await (await fetch(`${world.worker.origin}/metrics`, { headers })).text();
  return Number(/ (\S+)$/.exec(text.split("\n").find((line) => line.startsWith(`${name} `)) ?? "")?.[1]);
};

/** A login that stays open, by the real client. */
async function aSession(): Promise<{ ended: Promise<unknown> }> {
  const { host, port } = address();
  const client = spawn("ssh", [
    ...optionsOf(world.key),
    "-p",
    String(port),
    `root@${host}`,
    "echo open; exec sleep 600",
  ]);
  clients.push(client);
  let out = "";
  client.stdout.on("data", (bytes) => (out += bytes));
  await until("the session", () => out === "open\n");
  return { ended: once(client, "exit") };
}

test("a task of such a node has the gateway's address, and its own server proves the key that its agent reported", async () => {
  expect(world.address).toMatch(/^127\.0\.0\.1:170\d\d$/);
  const [task] = await db.query<{ key: string }>(`select ssh_host_key as key from task`);
  const known = join(mkdtempSync(join(tmpdir(), "known-")), "hosts");
  const [type = "", body = ""] = (task?.key ?? "").split(" ");
  writeFileSync(known, `[127.0.0.1]:${address().port} ${type} ${body}\n`);
  const strict = ["-o", "StrictHostKeyChecking=yes", "-o", `UserKnownHostsFile=${known}`];
  const { code, out } = await run("ssh", [
    ...strict,
    ...[...optionsOf(world.key), "-p", String(address().port), "root@127.0.0.1", "id -un; exit 7"],
  ]);
  expect([code, out]).toEqual([7, "root\n"]);
  // The server's log names the client, not the agent.
  const log = () => db.query(`select from task_log where text like '%ssh: connected from 127.0.0.1%'`);
  await until("the log", async () => (await log()).length > 0);
});

test("files are copied unchanged in both directions, and through pipes", async () => {
  const dir = mkdtempSync(join(tmpdir(), "millrace-scp-"));
  writeFileSync(join(dir, "up"), randomBytes(3_000_000));
  const { host, port } = address();
  const sum = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(dir, file)))
      .digest("hex");
  const scp = (from: string, to: string) => run("scp", ["-q", "-P", String(port), ...optionsOf(world.key), from, to]);
  expect(await scp(join(dir, "up"), `root@${host}:data`)).toMatchObject({ code: 0 });
  expect(await scp(`root@${host}:data`, join(dir, "down"))).toMatchObject({ code: 0 });
  expect(sum("down")).toBe(sum("up"));
  const options = optionsOf(world.key).join(" ");
  const pipe = `ssh ${options} -p ${port} root@${host} "cat > piped; sha256sum < piped; cat piped" < ${dir}/up | tail -c +69 > ${dir}/back`;
  expect(await run("bash", ["-c", pipe])).toMatchObject({ code: 0 });
  expect(sum("back")).toBe(sum("up"));
});

test("a client that has sent all still receives what comes then", async () => {
  const [placed] = await db.query<{ id: string }>(`select placement_id as id from placement`);
  const folder = openSync(join(world.dataDir, world.node.nodeName, "tasks", placed?.id ?? "", "run"), "r");
  // The folder's own path is longer than the name of a socket can be.
  const at = (name: string) => `/proc/self/fd/${folder}/${name}`;
  renameSync(at("ssh.sock"), at("aside.sock"));
  const program = createServer({ allowHalfOpen: true }, (socket) => {
    let heard = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => (heard = Buffer.concat([heard, bytes])));
    socket.on("end", () => socket.end(`${heard.length - heard.indexOf("\n") - 1} bytes`.padEnd(2_000_000)));
  });
  program.listen(at("ssh.sock"));
  await once(program, "listening");
  const { host, port } = address();
  const socket = connect({ host, port, allowHalfOpen: true });
  socket.end(Buffer.alloc(3_000_000, 1));
  const answer = await text(socket);
  expect([answer.trim(), answer.length]).toEqual(["3000000 bytes", 2_000_000]);
  program.close();
  renameSync(at("aside.sock"), at("ssh.sock"));
});

test("the metrics count its connections and bytes", async () => {
  const OPEN = 'millrace_ways_open{kind="ssh"}';
  await until("what was before to end", async () => (await figure(OPEN)) === 0);
  const opened = await figure('millrace_ways_opened_total{kind="ssh"}');
  await aSession();
  expect(await figure(OPEN)).toBe(1);
  expect(await figure('millrace_ways_opened_total{kind="ssh"}')).toBe(opened + 1);
  expect(await figure('millrace_ways_bytes_total{kind="ssh",direction="from_task"}')).toBeGreaterThan(3_000_000);
  clients.pop()?.kill();
  await until("the end", async () => (await figure(OPEN)) === 0);
});

test("a task takes as many connections as are allowed, and the client shows why there are no more", async () => {
  const { host, port } = address();
  const idle = Array.from({ length: 4 }, () => connect(port, host));
  await Promise.all(idle.map((socket) => once(socket, "data")));
  const refused = await ssh(world.address, world.key, "true");
  expect(refused).toMatchObject({ code: 255 });
  expect(refused.err).toContain("The task has 4 connections by SSH already.");
  for (const socket of idle) socket.destroy();
  await until("room again", succeeds);
});

test("clients that ignore the server's end keep no place", async () => {
  const { host, port } = address();
  const deaf = Array.from({ length: 4 }, () => connect({ host, port, allowHalfOpen: true }).on("error", () => {}));
  await Promise.all(deaf.map((socket) => once(socket, "data")));
  // The server ends a connection that does not begin as SSH does.
  for (const socket of deaf) socket.pause().write("GET / HTTP/1.1\r\n\r\n");
  await until("room again", succeeds);
  for (const socket of deaf) socket.destroy();
});

test("a key that loses its right is out, and its open session ends", async () => {
  const session = await aSession();
  const resvGuids = [world.resvGuid];
  await transaction((tx) => giveKeys(tx, { resvGuids, now: new Date() }));
  await session.ended;
  await until("the node", refuses);
  await db.query(`update task set ssh_public_key = $1`, [world.key.publicKey]);
  await transaction((tx) => notifyNodesOf(tx, resvGuids));
  await until("the key to be back", succeeds);
});

/** Leaves of the agent only its connection for streams: it hears of no change. */
async function aDeafAgent(): Promise<AccessLink> {
  await kill(world.agent);
  await until("the loss", async () => (await db.query(`select from agent_link`)).length === 0);
  const { nodeName, agentKey } = world.node;
  const tasks = new TaskFolders(join(world.dataDir, nodeName));
  const link = new AccessLink({ liveUrl: world.worker.origin, nodeName, agentKey, tasks });
  await until("the connection for streams", succeeds);
  return link;
}

test("a key that loses its right is out although its node does not hear of it", async () => {
  const link = await aDeafAgent();
  const session = await aSession();
  const resvGuids = [world.resvGuid];
  await transaction((tx) => giveKeys(tx, { resvGuids, now: new Date() }));
  await session.ended;
  expect((await ssh(world.address, world.key, "true")).err).toContain("The keys of this task have changed");
  link.end();
  world.startAgain();
  await until("the node", refuses);
  await db.query(`update task set ssh_public_key = $1`, [world.key.publicKey]);
  await transaction((tx) => notifyNodesOf(tx, resvGuids));
  await until("the key to be back", succeeds);
});

test("an agent without this kind of stream is reported, and so is one that is away", async () => {
  const auth = { node_name: world.node.nodeName, agent_key: world.node.agentKey, agent_version: "0", boot_id: "b" };
  await kill(world.agent);
  await until("the loss", async () => (await db.query(`select from agent_link`)).length === 0);
  expect((await ssh(world.address, world.key, "true")).err).toContain("The task's machine is not connected to us.");
  const old = io(`${world.worker.origin}/ways`, { transports: ["websocket"], forceNew: true, auth });
  // What agents of the time before answer to a request that they cannot read.
  new Link(old, async () => "failed");
  await until("the older agent", async () => (await db.query(`select from agent_link`)).length === 1);
  expect((await ssh(world.address, world.key, "true")).err).toContain("is too old for SSH through us");
  old.disconnect();
  world.startAgain();
  await until("the agent's return", succeeds);
});

test("with its worker killed, another one on this machine has the port, and reaches the agent through the first once that is back", async () => {
  const before = world.address;
  const port = await findFreePort();
  other = await startWorker({ WORKER_PORT: String(port), ...GATEWAY });
  const session = await aSession();
  await world.worker.end("SIGKILL");
  await session.ended;
  await until("the other worker", async () => (await ssh(before, world.key, "true")).err.includes("does not answer"));
  const workerPort = new URL(world.worker.origin).port;
  world.worker = await startWorker({ WORKER_PORT: workerPort, TASK_HOST: `localhost:${workerPort}`, ...GATEWAY });
  await until("the agent", succeeds);
  expect(await figure('millrace_ways_opened_total{kind="ssh"}')).toBe(0);
  await other.end("SIGKILL");
  other = undefined;
  await until("the first worker", succeeds);
  expect(await figure('millrace_ways_opened_total{kind="ssh"}')).toBeGreaterThan(0);
});

test("an operator's choice changes the address of running tasks, and back to the same port", async () => {
  const { userId } = await anAdmin();
  const set = (on: boolean) =>
    setSshGateway({ nodeName: world.node.nodeName, on, userId, requestId: "r", now: new Date() });
  const addressIs = async (like: RegExp) =>
    like.test((await db.query<{ address: string }>(`select ssh_addr as address from task`))[0]?.address ?? "");
  await set(false);
  await until("its own address", () => addressIs(/:169\d\d$/));
  await until("the port to close", async () => (await ssh(world.address, world.key, "true")).err.includes("refused"));
  await set(true);
  await until("the gateway's address", () => addressIs(new RegExp(`^${world.address}$`)));
  await until("the port to open", succeeds);
});

test("the end of the task ends its sessions although its node does not hear of it, and then closes the port", async () => {
  const link = await aDeafAgent();
  const session = await aSession();
  const stop = { resvGuids: [world.resvGuid], target: "killed" as const, reason: "killed by you", now: new Date() };
  await transaction((tx) => requestStop(tx, stop));
  await session.ended;
  expect((await ssh(world.address, world.key, "true")).err).toContain("This task does not run at the moment.");
  link.end();
  world.startAgain();
  await until("the port to close", async () => (await ssh(world.address, world.key, "true")).err.includes("refused"));
});
