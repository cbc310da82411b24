import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readTask } from "~/compute/inside/tasks/read-task.server";
import { makeTicket } from "~/compute/port-pass.server";
import { listTaskPorts, openTaskPort, readPortToken } from "~/compute/inside/ports/task-ports.server";
import { findFreePort } from "../../../worker/up/ports";
import { makeKeyPair, type KeyPair } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { logIn, startWorker, type WorkerProcess } from "../../support/worker-process";
import { aNode, aTenant, type NodeInWorld, type TenantInWorld, theCatalogue } from "../../support/world";
import { aDataDir, cleanUp, kill, startAgent } from "../agent/agent-process";
import { aShell, closeShells } from "./shell";
import { addressOf, ask, aTask, bearer, startProgram } from "./access-world";

/** A task on two nodes, each with its own agent, and a program on a port of the second. */
interface GangWorld {
  worker: WorkerProcess;
  tenant: TenantInWorld;
  key: KeyPair;
  resvGuid: string;
  /** Agents by the task's node, from 1. */
  agents: Map<number, ChildProcess>;
  port: number;
  token: string;
  label: string;
}

const world = { agents: new Map() } as GangWorld;
const dataDirs = new Map<string, string>();

beforeAll(async () => {
  await theCatalogue();
  world.key = await makeKeyPair();
  world.tenant = await aTenant({ dollars: 1000 });
  const workerPort = await findFreePort();
  process.env["TASK_HOST"] = `localhost:${workerPort}`;
  world.worker = await startWorker({ WORKER_PORT: String(workerPort), TASK_HOST: `localhost:${workerPort}` });
  const agents = new Map<string, ChildProcess>();
  for (const ports of ["18800-18809", "18810-18819"]) {
    const node = await aNode({ health: "new" });
    await db.query(`update node set ip_public = null where id = $1`, [node.nodeId]);
    agents.set(node.nodeName, startNode(node, ports));
  }
  world.resvGuid = await aTask(world.tenant.tenantId, world.key, 16);
  await addressOf(world.resvGuid);
  const placed = await db.query<{ node: number; name: string; address: string }>(
    `select p.rank + 1 as node, n.node_name as name, p.ssh_addr as address
     from placement p join node n on n.id = p.node_id where p.resv_guid = $1 order by p.rank`,
    [world.resvGuid],
  );
  for (const { node, name } of placed) world.agents.set(node, agents.get(name) as ChildProcess);
  world.port = await findFreePort();
  await startProgram({ address: placed[1]?.address ?? "", key: world.key, port: world.port });
  await openTaskPort({ ...own(), port: world.port });
  world.token = await readPortToken(own());
  const [door] = await db.query<{ label: string }>(`select label from task_door`);
  world.label = door?.label ?? "";
  await until("the agents' connections", async () => (await db.query(`select from agent_link`)).length === 2);
});

afterAll(async () => {
  closeShells();
  for (const agent of world.agents.values()) await kill(agent);
  await world.worker?.end();
  for (const [name, dataDir] of dataDirs) await cleanUp(dataDir, [name]);
});

const own = () => ({
  tenantId: world.tenant.tenantId,
  userId: world.tenant.userId,
  resvGuid: world.resvGuid,
  now: new Date(),
});
const onNode = (node: number) => ({ label: `n${node}-${world.label}` });

function startNode({ nodeName, agentKey }: NodeInWorld, ports: string): ChildProcess {
  const dataDir = aDataDir();
  dataDirs.set(nodeName, dataDir);
  const nodes = [{ node_name: nodeName, agent_key: agentKey, gpus: 8 }];
  return startAgent({ liveUrl: world.worker.origin, dataDir, nodes, ports });
}

const eventsOf = async (like: string) =>
  (
    await db.query<{ text: string }>(`select text from task_event where resv_guid = $1 and text like $2 order by id`, [
      world.resvGuid,
      like,
    ])
  ).map(({ text }) => text);

test("each node has its own terminal and SSH server, and the task's history shows which was used", async () => {
  const login = await logIn(world.tenant);
  const task = await readTask({ ...own(), staff: false });
  expect(task.placements.map(({ node }) => node)).toEqual([1, 2]);
  expect(new Set(task.placements.map(({ ssh_addr }) => ssh_addr)).size).toBe(2);
  expect(task.placements[0]?.ssh_addr).toBe(task.job.ssh_addr);
  for (const node of [1, 2]) {
    const shell = await aShell(world, login, { node });
    // The program was started only on the second node.
    shell.type("ls server.js 2> /dev/null || echo no''ne\n");
    const answer = node === 2 ? "server.js\r\n" : "none\r\n";
    await until("the answer", () => shell.text().includes(answer));
    shell.type("exit\n");
    await until("the end", () => shell.why() !== undefined);
  }
  await until("the history", async () => (await eventsOf("web terminal%")).length === 4);
  expect(await eventsOf("web terminal%")).toEqual([
    ...["web terminal opened on node 1", "web terminal closed on node 1"],
    ...["web terminal opened on node 2", "web terminal closed on node 2"],
  ]);
  await expect(aShell(world, login, { node: 3 })).rejects.toThrow("no_task");
  await expect(aShell(world, login, { node: 0 })).rejects.toThrow("forbidden");
  expect(await eventsOf("port%")).toEqual([`port ${world.port} opened on its 2 nodes`]);
});

test("an open port has an address for each node, with the same token", async () => {
  const [open] = await listTaskPorts(own());
  const [first, second] = open?.nodes ?? [];
  expect(open?.nodes.map(({ node }) => node)).toEqual([1, 2]);
  expect(first?.url).toBe(open?.url);
  expect(new URL(second?.url ?? "").hostname).toBe(`${world.port}-n2-${world.label}.localhost`);
  expect(await ask(world, "/a", { ...onNode(2), headers: bearer(world) })).toMatchObject({
    status: 200,
    text: "GET /a",
  });
  const refused = await ask(world, "/", { ...onNode(2), headers: { accept: "text/html" } });
  expect(refused).toMatchObject({ status: 401 });
  expect(refused.text).toContain(`/tasks/${world.resvGuid}/ports/${world.port}?node=2`);
  for (const node of [1, 3]) expect(await ask(world, "/", { ...onNode(node) })).toMatchObject({ status: 404 });
});

test("a browser that entered at one node's port has no access at the other's", async () => {
  const { sessionId } = await logIn(world.tenant);
  const ticket = makeTicket({ label: world.label, port: world.port, node: 2, generation: 1, sessionId }, new Date());
  const enter = `/.millrace/enter?ticket=${ticket}&to=/lab`;
  expect(await ask(world, enter)).toMatchObject({ status: 401 });
  const entered = await ask(world, enter, onNode(2));
  expect(entered).toMatchObject({ status: 303, headers: { location: "/lab" } });
  const cookie = String(entered.headers["set-cookie"]).split(";")[0] ?? "";
  expect(await ask(world, "/lab", { ...onNode(2), headers: { cookie } })).toMatchObject({ status: 200 });
  expect(await ask(world, "/lab", { headers: { cookie } })).toMatchObject({ status: 401 });
  const origin = `http://${world.port}-${world.label}.${process.env["TASK_HOST"]}`;
  expect(await ask(world, "/lab", { ...onNode(2), headers: { cookie, origin } })).toMatchObject({ status: 401 });
});

test("without the second node's agent its addresses report that, and the first node's work on", async () => {
  const login = await logIn(world.tenant);
  await kill(world.agents.get(2) as ChildProcess);
  await until("the loss to be known", async () => (await db.query(`select from agent_link`)).length === 1);
  expect(await ask(world, "/", { ...onNode(2), headers: bearer(world) })).toMatchObject({ status: 503 });
  await expect(aShell(world, login, { node: 2 })).rejects.toThrow("agent_away");
  expect((await ask(world, "/", { headers: bearer(world) })).status).not.toBe(503);
  const shell = await aShell(world, login, { node: 1 });
  shell.type("echo st''ays\n");
  await until("the answer", () => shell.text().includes("stays\r\n"));
});
