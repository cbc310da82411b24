import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { request, type IncomingMessage } from "node:http";
import { db } from "~/platform/db.server";
import { openTaskPort, readPortToken } from "~/compute/inside/ports/task-ports.server";
import { findFreePort } from "../../../worker/up/ports";
import { makeKeyPair, ssh, type KeyPair } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { logIn, startWorker, type WorkerProcess } from "../../support/worker-process";
import { aNode, aTenant, type NodeInWorld, type TenantInWorld, theCatalogue } from "../../support/world";
import { aDataDir, cleanUp, kill, startAgent } from "../agent/agent-process";

/**
 * A program of the task, in the product's own runtime: pages, a large one, an upload's sum, and a WebSocket that
 * answers.
 */
const PROGRAM = `
const big = new Uint8Array(1_000_000).fill(97);
const server = Bun.serve({
  hostname: "127.0.0.1", port: Number(process.env.TEST_PORT), idleTimeout: 0,
  async fetch(request, server) {
    const url = new URL(request.url);
    if (url.pathname === "/ws") return server.upgrade(request) ? undefined : new Response("no", { status: 400 });
    if (url.pathname === "/empty") return new Response(null, { status: 204 });
    if (url.pathname === "/headers") return Response.json(Object.fromEntries(request.headers), { headers: [
      ["Set-Cookie", "own=1; Domain=localhost; Path=/"], ["Set-Cookie", "millrace_port=stolen"], ["Alt-Svc", "h3"]] });
    if (url.pathname === "/big") { const n = Number(url.searchParams.get("mb")); let at = 0;
      return new Response(new ReadableStream({ pull(c) { if (at++ < n) c.enqueue(big); else c.close(); } })); }
    if (url.pathname === "/sized") return new Response(new Uint8Array(Number(url.searchParams.get("mb")) * 1e6));
    if (url.pathname === "/sum") { let n = 0; for await (const part of request.body ?? []) n += part.length; return new Response(String(n)); }
    if (url.pathname === "/cut") { setTimeout(() => process.exit(1), 50);
      return new Response(new ReadableStream({ start(c) { c.enqueue(big); } }), { headers: { "Content-Length": "5000000" } }); }
    return new Response(request.method + " " + url.pathname + url.search);
  },
  websocket: { idleTimeout: 0, message(socket, text) { if (text === "flood") for (let i = 0; i < 200; i++) socket.send(big); else socket.send("heard " + text); } },
});
`;

/** A real worker, a real agent and a task with a program that answers, for the tests of a file. */
export interface WaysWorld {
  worker: WorkerProcess;
  tenant: TenantInWorld;
  node: NodeInWorld;
  key: KeyPair;
  resvGuid: string;
  address: string;
  agent: ChildProcess;
  /** Data folder of its agent. */
  dataDir: string;
  /** The program that listens in the task. */
  port: number;
  token: string;
  /** The part before `.localhost` in the names of its ports. */
  label: string;
  startAgain: () => void;
  end: () => Promise<void>;
}

export async function aWaysWorld(ports: string, env: Record<string, string> = {}): Promise<WaysWorld> {
  await theCatalogue();
  const key = await makeKeyPair();
  const node = await aNode({ health: "new", gpus: 4 });
  const gateway = "SSH_GATEWAY_PORTS" in env;
  await db.query(`update node set ip_public = null, ssh_gateway = $2 where id = $1`, [node.nodeId, gateway]);
  const tenant = await aTenant({ dollars: 1000 });
  const dataDir = aDataDir();
  const workerPort = await findFreePort();
  const worker = await startWorker({ WORKER_PORT: String(workerPort), TASK_HOST: `localhost:${workerPort}`, ...env });
  const nodes = [{ node_name: node.nodeName, agent_key: node.agentKey, gpus: 4 }];
  const world = { worker, tenant, node, key, dataDir } as WaysWorld;
  world.startAgain = () => (world.agent = startAgent({ liveUrl: worker.origin, dataDir, nodes, ports }));
  world.startAgain();
  world.end = async () => {
    await kill(world.agent);
    await world.worker.end();
    await cleanUp(dataDir, [node.nodeName]);
  };
  world.resvGuid = await aTask(tenant.tenantId, key);
  world.address = await addressOf(world.resvGuid);
  world.port = await findFreePort();
  await startProgram(world);
  const own = { tenantId: tenant.tenantId, userId: tenant.userId, resvGuid: world.resvGuid, now: new Date() };
  await openTaskPort({ ...own, port: world.port });
  world.token = await readPortToken(own);
  const [door] = await db.query<{ label: string }>(`select label from task_door where resv_guid = $1`, [
    world.resvGuid,
  ]);
  world.label = door?.label ?? "";
  await until("the agent's connection", async () => (await db.query(`select from agent_link`)).length > 0);
  return world;
}

export async function startProgram({ address, key, port }: Pick<WaysWorld, "address" | "key" | "port">): Promise<void> {
  const command = `cat > server.js <<'END'\n${PROGRAM}\nEND\nTEST_PORT=${port} nohup bun --no-install server.js > server.log 2>&1 < /dev/null &`;
  const { code, err } = await ssh(address, key, command);
  if (code !== 0) throw new Error(err);
  await until("the program", async () => {
    const { out } = await ssh(
      address,
      key,
      `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo there; cat server.log`,
    );
    if (out.includes("rror")) throw new Error(out);
    return out.includes("there");
  });
}

export async function aTask(tenantId: number, key: KeyPair, gpus = 1): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, agent, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at)
     values ($1, $2, 'fra1', 'a5000', $4, 'ubuntu22-cuda12', 'no-agent', $3, 'queued', 95, 95 * $4, now(), now())
     returning resv_guid as id`,
    [tenantId, `task-${randomBytes(4).toString("hex")}`, key.publicKey, gpus],
  );
  if (!row) throw new Error("no task was stored");
  return row.id;
}

export async function addressOf(resvGuid: string): Promise<string> {
  return await until(`task ${resvGuid} to run`, async () => {
    const [row] = await db.query<{ state: string; reason: string; address: string }>(
      `select state, reason, ssh_addr as address from task where resv_guid = $1`,
      [resvGuid],
    );
    if (row && ["failed", "lost", "killed"].includes(row.state)) throw new Error(`${row.state}: ${row.reason}`);
    return row?.state === "running" ? row.address : null;
  });
}

export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/** Requests a path at a port of the task, as a program with these headers does. */
export async function ask(
  { worker, label, port }: Pick<WaysWorld, "worker" | "label" | "port">,
  path: string,
  given: {
    headers?: Record<string, string>;
    method?: string;
    body?: Buffer | string;
    port?: number;
    label?: string;
  } = {},
): Promise<Answered> {
  const { hostname, port: workerPort } = new URL(worker.origin);
  const host = `${given.port ?? port}-${given.label ?? label}.localhost:${workerPort}`;
  return await new Promise((resolve, reject) => {
    const asked = request(
      {
        hostname,
        port: workerPort,
        path,
        method: given.method ?? "GET",
        headers: { host, ...given.headers },
        agent: false,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    asked.on("error", reject);
    asked.end(given.body);
  });
}

export const bearer = ({ token }: Pick<WaysWorld, "token">) => ({ authorization: `Bearer ${token}` });

export { logIn };
