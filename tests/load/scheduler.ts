import { db, sweep, transaction } from "~/platform/db.server";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { planRow } from "~/compute/inside/capacity/plan-row";
import { readFunds } from "~/compute/inside/capacity/read-funds.server";
import { readHolds, readNodesToHold, readWaiting, type Row } from "~/compute/inside/capacity/read-row.server";
import { scheduleAll } from "~/compute/schedule.server";
import { fillRow } from "./placement-world";
import { databaseSeconds, databaseServer } from "./processes";
import { figure, heading, medianTime, timeOf } from "./report";

const NODES = 10_000;
const QUEUED = 100_000;
const TENANTS = QUEUED / 50;
const STARTS = 1_000;
const RUNS = 5;

/** The scheduler's whole tick over a full fleet with a long queue: reading, planning, writing. */
export async function benchScheduler(): Promise<void> {
  heading(`The scheduler's tick: ${QUEUED} queued tasks of 1 GPU on ${NODES} full nodes of 8 GPUs`);
  const row = await fillRow({ nodes: NODES, tasks: QUEUED, gpus: [1] });
  await occupy(row);
  await sweep((connection) => connection.query("vacuum analyze"));
  let now = new Date();
  const run = async () => await scheduleAll({ now });
  figure("first tick, which writes all positions, ms", (await timeOf(run)).toFixed(0));
  await sweep((connection) => connection.query("vacuum analyze task"));
  await printParts(row);

  const server = await databaseServer(db);
  // The run that remembers the state of the row.
  await run();
  const before = { database: databaseSeconds(server), own: process.cpuUsage() };
  figure(
    "a tick with nothing to place, nothing changed, median ms",
    (await medianTime(run, RUNS)).toFixed(0),
    "at most 300",
  );
  const own = process.cpuUsage(before.own);
  figure("the same, the scheduler's own processor, ms", ((own.user + own.system) / 1000 / RUNS).toFixed(0));
  figure(
    "the same, PostgreSQL's processor, ms",
    (((databaseSeconds(server) - before.database) * 1000) / RUNS).toFixed(0),
  );

  now = new Date();
  await db.query("update price set pph_cents = pph_cents + 1");
  figure("the same after a change, ms", (await timeOf(run)).toFixed(0));
  await free(STARTS / GPUS_PER_NODE);
  let placed = 0;
  const ms = await timeOf(async () => (placed = (await run()).placed));
  figure(`a tick with ${placed} starts, ms`, ms.toFixed(0), "at most 2000");
}

/** Fills each node with a running task of 8 GPUs. */
async function occupy({ clusterName, gpuType }: Row): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(
      `with busy as (
         insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image,
           ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at, placed_at, started_at, charged_to)
         select (select min(tenant_id) from task where cluster_name = $1) + n % ${TENANTS}, 'busy-' || n, $1, $2, 8, 8,
           'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'running', 95, 760, now(), now(), now(), now(), now()
         from generate_series(1, $3::int) n returning resv_guid, task_name)
       insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at, running_at, seen_running_at)
       select busy.resv_guid, node.id, '{0,1,2,3,4,5,6,7}', 'running', 1, now(), now(), now()
       from busy join node on node.node_name = $1 || '-' || substr(busy.task_name, 6)`,
      [clusterName, gpuType, NODES],
    );
    await connection.query(
      `insert into held_gpu (node_id, gpu, placement_id) select node_id, unnest(gpus), placement_id from placement`,
    );
  });
}

/** Ends the tasks on some nodes. */
async function free(nodes: number): Promise<void> {
  await db.query(
    `with ended as (
       update placement set state = 'stopped', ended_at = now()
       where placement_id in (select placement_id from placement where state = 'running' limit $1)
       returning placement_id, resv_guid),
     given_back as (delete from held_gpu using ended where held_gpu.placement_id = ended.placement_id)
     update task set state = 'finished', charged_to = null, finished_at = now(), settled_at = now()
     from ended where task.resv_guid = ended.resv_guid`,
    [nodes],
  );
}

async function printParts(row: Row): Promise<void> {
  await transaction(async (tx) => {
    const now = new Date();
    const partOf = async <Read>(name: string, read: () => Promise<Read>): Promise<Read> => {
      const began = performance.now();
      const value = await read();
      figure(`part of it: ${name}, ms`, (performance.now() - began).toFixed(0));
      return value;
    };
    const waiting = await partOf("reading the queue", () => readWaiting(tx, row, now));
    const nodes = await partOf("reading the nodes", () => readNodesToHold(tx, row, { tasks: waiting, now }));
    const funds = await partOf("reading the funds", () => readFunds(tx, waiting, now));
    const holds = await readHolds(tx, row);
    const limit = Number.MAX_SAFE_INTEGER;
    await partOf("planning", async () =>
      planRow({ nodes, waiting, inUse: new Map(), holds, gpuPph: 95, funds, now, limit }),
    );
  });
}
