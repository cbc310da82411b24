import { randomBytes, createHash } from "node:crypto";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { aNode, aTenant, theCatalogue } from "../support/world";
import { benchAgents, type LoadNode } from "./agents";
import { benchJsonPath } from "./json-path";
import { benchLive, type LiveTenant } from "./live";
import { choosePorts, databaseServer, startWeb, startWorker } from "./processes";

const AGENTS = [
  { agents: 1_000, goalCores: "under 0.50" },
  { agents: 10_000, goalCores: "under 1.00" },
];
const SOCKETS = [2_000, 10_000];
const SOCKETS_OF_TENANT = 40;
const TASKS_OF_TENANT = 20;

/** Benchmarks that need web or worker as a separate process. */
export async function benchServers(name: "json" | "live" | "agents"): Promise<void> {
  await theCatalogue();
  const ports = await choosePorts();
  if (name === "json") {
    const tenant = await aTenant();
    for (let index = 0; index < TASKS_OF_TENANT; index += 1) await runTask(await plantTask(tenant, `task-${index}`));
    const web = await startWeb(env.DATABASE_URL, ports);
    await benchJsonPath(web, tenant.apiKey);
    await web.stop();
  } else if (name === "agents") {
    const worker = await startWorker(env.DATABASE_URL, ports);
    const database = await databaseServer(db);
    const nodes: LoadNode[] = [];
    for (const { agents, goalCores } of AGENTS) {
      while (nodes.length < agents) {
        const { nodeName, agentKey } = await aNode({ cluster: "fra1", gpuType: "a5000", gpus: 8 });
        nodes.push({ node_name: nodeName, agent_key: agentKey });
      }
      await db.query("analyze");
      await benchAgents(worker, nodes, { goalCores, database });
    }
    await worker.stop();
  } else {
    const worker = await startWorker(env.DATABASE_URL, ports);
    const tenants: LiveTenant[] = [];
    for (const sockets of SOCKETS) {
      while (tenants.length < sockets / SOCKETS_OF_TENANT) {
        const tenant = await aTenant();
        const resvGuid = await plantTask(tenant, "live");
        tenants.push({ ...tenant, resvGuid, session: await plantSession(tenant.userId) });
      }
      await benchLive(worker, `http://127.0.0.1:${ports.web}`, tenants, sockets);
    }
    await worker.stop();
  }
}

async function plantTask(tenant: { tenantId: number }, taskName: string): Promise<string> {
  const [row] = await db.query<{ resv_guid: string }>(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at, placed_at)
     values ($1, $2, 'fra1', 'a5000', 1, 0, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'queued', 95, 95, now(), now(), null)
     returning resv_guid`,
    [tenant.tenantId, taskName],
  );
  if (!row) throw new Error("no task was planted");
  return row.resv_guid;
}

/** Runs the task as if it had been placed and its node had just reported it: no worker is there to do so. */
async function runTask(resvGuid: string): Promise<void> {
  const { nodeId } = await aNode();
  await db.query(
    `update task set state = 'running', gpus_granted = 1, placed_at = now(), started_at = now(), charged_to = now(),
       ssh_addr = '203.0.113.9:30001', ssh_host_key = 'ssh-ed25519 AAAA' where resv_guid = $1`,
    [resvGuid],
  );
  await db.query(
    `insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at, running_at, seen_running_at)
     values ($1, $2, '{0}', 'running', 1, now(), now(), now())`,
    [resvGuid, nodeId],
  );
}

async function plantSession(userId: number): Promise<string> {
  const value = randomBytes(32).toString("base64url");
  await db.query(
    `insert into session (id, user_id, page_token, login_at, expires_at) values ($1, $2, 'bench', now(), now() + interval '1 day')`,
    [createHash("sha256").update(value).digest("hex"), userId],
  );
  return value;
}
