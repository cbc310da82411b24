import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { makeKeyPair, ssh, type KeyPair } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { startWorker, type WorkerProcess } from "../../support/worker-process";
import { aNode, aTenant, type NodeInWorld, theCatalogue } from "../../support/world";
import { ProcessTasks } from "../../../worker/agent/process/process-tasks";
import { findFreePort } from "../../../worker/up/ports";
import { aDataDir, cleanUp, kill, startAgent } from "../agent/agent-process";
import { ask, copyOf, dropOthers, sumOf } from "./databases";

// A real worker, a real agent and real programs. The database is put back to an older state without our commands, as a
// point-in-time recovery does.
const DATABASE_URL = process.env["DATABASE_URL"] ?? "";
const GPUS = 4;

let key: KeyPair;
let node: NodeInWorld;
let tenantId = 0;
let dataDir: string;
let agent: ChildProcess | null = null;
let worker: WorkerProcess | null = null;
let port = 0;

beforeAll(async () => {
  await theCatalogue();
  key = await makeKeyPair();
  node = await aNode({ health: "new", gpus: GPUS });
  await db.query(`update node set ip_public = null where id = $1`, [node.nodeId]);
  ({ tenantId } = await aTenant({ dollars: 1000 }));
  dataDir = aDataDir();
  port = await findFreePort();
  await startWorkerOn(DATABASE_URL);
  agent = startAgent({
    liveUrl: worker?.origin ?? "",
    dataDir,
    nodes: [{ node_name: node.nodeName, agent_key: node.agentKey, gpus: GPUS }],
    ports: "18600-18699",
  });
});

afterAll(async () => {
  if (agent) await kill(agent);
  await worker?.end();
  await cleanUp(dataDir, [node.nodeName]);
  await dropOthers();
});

test("a database restored without the command: unknown tasks end, new ones start, no second is charged twice", async () => {
  const both = await start(DATABASE_URL, 1);
  const ended = await start(DATABASE_URL, 1);
  const before = await running(DATABASE_URL, both);
  await running(DATABASE_URL, ended);
  await ssh(before.ssh_addr, key, "echo kept > kept");

  await worker?.end("SIGKILL");
  const older = await copyOf(DATABASE_URL);
  await startWorkerOn(DATABASE_URL);

  // Two task servers that the older database does not know, and the end of one that it knows.
  const orphans = [await start(DATABASE_URL, 1), await start(DATABASE_URL, 1)];
  for (const orphan of orphans) await running(DATABASE_URL, orphan);
  const kill = { resvGuids: [ended], target: "killed" as const, reason: "killed by you", now: new Date() };
  await transaction((tx) => requestStop(tx, kill));
  await until("its end on the machine", () => alive() === 3);

  await worker?.end("SIGKILL");
  await startWorkerOn(older.url);

  // All GPUs except that of the remaining task: those of the orphans and of the ended task are free again.
  const fresh = await start(older.url, GPUS - 1);
  expect((await running(older.url, fresh)).gpus).toHaveLength(GPUS - 1);
  expect((await running(older.url, both)).ssh_addr).toBe(before.ssh_addr);
  expect(await ssh(before.ssh_addr, key, "cat kept")).toMatchObject({ out: "kept\n" });
  expect(alive()).toBe(2);
  const [lost] = await older.query<{ state: string }>(`select state from task where resv_guid = $1`, [ended]);
  expect(["lost", "finished"]).toContain(lost?.state);
  expect(await sumOf(older.url)).toBe("0");
  const double = await older.query(
    `select from task_charge a join task_charge b on a.resv_guid = b.resv_guid and a.ctid < b.ctid
       and a.from_ts < b.to_ts and b.from_ts < a.to_ts`,
  );
  expect(double).toEqual([]);
});

async function startWorkerOn(url: string): Promise<void> {
  worker = await startWorker({ WORKER_PORT: String(port), DATABASE_URL: url });
}

function alive(): number {
  return new ProcessTasks(join(dataDir, node.nodeName)).alive().size;
}

/** A task as the form would queue it; the scheduler finds it by itself. */
async function start(url: string, gpus: number): Promise<string> {
  const [row] = await ask<{ id: string }>(
    url,
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, agent, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at)
     values ($1, $2, 'fra1', 'a5000', $3, 'ubuntu22-cuda12', 'no-agent', $4, 'queued', 95, 95 * $3, now(), now())
     returning resv_guid as id`,
    [tenantId, `task-${randomBytes(4).toString("hex")}`, gpus, key.publicKey],
  );
  if (!row) throw new Error("no task was stored");
  return row.id;
}

async function running(url: string, resvGuid: string): Promise<{ ssh_addr: string; gpus: number[] }> {
  return await until(`task ${resvGuid} to run`, async () => {
    const [row] = await ask<{ state: string; reason: string; ssh_addr: string; gpus: number[] }>(
      url,
      `select t.state, t.reason, t.ssh_addr, p.gpus from task t join placement p on p.resv_guid = t.resv_guid
       where t.resv_guid = $1 order by p.attempt desc limit 1`,
      [resvGuid],
    );
    if (row && ["failed", "lost", "killed"].includes(row.state)) throw new Error(`${row.state}: ${row.reason}`);
    return row?.state === "running" ? row : null;
  });
}
