import { randomBytes } from "node:crypto";
import { addCredit } from "~/money/add-credit.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import { db, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { forEach } from "~/platform/for-each";
import { Refusal } from "~/platform/refusal";
import { NODE_IN_SERVICE, TASK_WAITS } from "./capacity-sql.server";
import type { StandIn } from "./inside/reserve/insert-task.server";
import { ReserveFields } from "./inside/reserve/reserve-input";
import { reserveTask } from "./inside/reserve/reserve-task.server";
import { requestStop } from "./inside/tasks/stop-task.server";

const PROGRAMS = [
  "llama-finetune",
  "sdxl-batch",
  "whisper-eu",
  "resnet-sweep",
  "protein-fold",
  "embeddings",
  "eval-suite",
];
/** Numbers of GPUs, the usual ones more often. */
const SIZES = [1, 1, 1, 1, 2, 2, 2, 4, 4, 8];
/** Most starts of one run: the first minutes fill the fleet, later ones replace tasks that have ended. */
const STARTS_MAX = 12;
const CREDIT_DOLLARS = 1000n;
const LOW_DOLLARS = 200n;
/** A row with fewer nodes gets no failing GPU: others must still take tasks. */
const NODES_TO_SPARE = 3;
/** Share of the GPUs in use at the emptiest and the busiest hour, UTC. */
const [NIGHT, DAY] = [0.4, 0.6];
const BUSIEST_HOUR = 14;

/** SQL: tasks on node `n` run a program, as on real GPUs and in containers, where a stand-in would never end. */
const RUNS_PROGRAMS = `(not n.simulated or n.runtime = 'container')`;

/** SQL: GPUs of node `n` that tasks of others hold. */
const TAKEN_BY_OTHERS = `select count(*) from held_gpu h join placement held on held.placement_id = h.placement_id
  join task other on other.resv_guid = held.resv_guid join tenant owner on owner.id = other.tenant_id
  where h.node_id = n.id and not owner.stands_in`;

interface Row {
  clusterName: string;
  gpuType: string;
  nodes: number;
  gpus: number;
  /** GPUs of its largest node: that many stay free. */
  kept: number;
  /** GPUs held by stand-ins. */
  held: number;
  /** GPUs that others hold or wait for. */
  others: number;
  /** GPUs that tasks of others wait for; all GPUs of the row if a task may land on a node that runs programs. */
  wanted: number;
}

interface StandInTenant {
  tenantId: number;
  userId: number;
  isLow: boolean;
}

/**
 * Lets the demo's own customers rent, so that nodes, queue, load and money move: about 60% of the GPUs by day.
 * Their tasks end if a task of anybody else waits for GPUs, and with MILLRACE_DEMO_TRAFFIC=off. Does nothing without
 * demo mode.
 */
export async function runDemoTraffic({ now }: { now: Date }): Promise<void> {
  if (!env.MILLRACE_DEMO) return;
  if (!env.MILLRACE_DEMO_TRAFFIC) return await endAll(now);
  const tenants = await listTenants();
  if (tenants.length === 0) return;
  await forEach(
    tenants.filter(({ isLow }) => isLow),
    ({ tenantId }) => addFunds(tenantId, now),
  );
  const rows = await listRows();
  await failOneADay(rows, tenants, now);
  await forEach(rows, async (row) => {
    if (row.wanted > 0) await makeRoom(row, now);
    else await startTasks(row, tenants, now);
  });
}

/** Ends their running tasks, which would hold GPUs for hours and no longer make room for anybody. */
async function endAll(now: Date): Promise<void> {
  await transaction(async (tx) => {
    const tasks = await tx.query<{ resvGuid: string }>(
      `select t.resv_guid as "resvGuid" from task t join tenant on tenant.id = t.tenant_id
       where tenant.stands_in and t.finished_at is null and t.state <> 'stopping' order by t.resv_guid`,
    );
    const resvGuids = tasks.map(({ resvGuid }) => resvGuid);
    await requestStop(tx, { resvGuids, target: "killed", reason: "the demo's traffic was turned off", now });
  });
}

/** Starts a task whose GPU will fail, if none began within a day: staff see a finding, an incident and its refund. */
async function failOneADay(rows: readonly Row[], tenants: readonly StandInTenant[], now: Date): Promise<void> {
  const row = rows.find(({ nodes, wanted }) => nodes >= NODES_TO_SPARE && wanted === 0);
  const tenant = oneOf(tenants);
  const [failed] = await db.query(
    `select from task where stand_in = 'fails' and accepted_at > $1::timestamptz - interval '1 day' limit 1`,
    [now],
  );
  if (!row || !tenant || failed) return;
  if (await startTask(row, tenant, { size: 1, standIn: "fails", now })) row.held += 1;
}

async function listTenants(): Promise<StandInTenant[]> {
  return await db.query<StandInTenant>(
    `select m.tenant_id as "tenantId", m.user_id as "userId", account.balance < $1 as "isLow"
     from tenant t join member m on m.tenant_id = t.id and m.role = 'owner'
     join user_account u on u.id = m.user_id and u.state = 'active'
     join ledger_account account on account.tenant_id = t.id and account.kind = 'customer'
     where t.stands_in order by m.tenant_id`,
    [LOW_DOLLARS * UNITS_PER_DOLLAR],
  );
}

async function addFunds(tenantId: number, now: Date): Promise<void> {
  await transaction((tx) =>
    addCredit(tx, {
      tenantId,
      units: asUnits(CREDIT_DOLLARS * UNITS_PER_DOLLAR),
      from: "promo",
      kind: "coupon",
      key: `demo-traffic:${tenantId}:${now.toISOString().slice(0, 13)}`,
      description: "Demo credit",
      now,
    }),
  );
}

async function listRows(): Promise<Row[]> {
  return await db.query<Row>(
    `select n.cluster_name as "clusterName", n.gpu_type as "gpuType", count(*)::int as nodes, sum(n.gpus)::int as gpus, max(n.gpus) as kept,
       coalesce(max(used.held), 0)::int as held, coalesce(max(used.others), 0)::int as others,
       case when bool_or(${RUNS_PROGRAMS}) then sum(n.gpus) else coalesce(max(used.wanted), 0) end::int as wanted
     from node n left join (
       select t.cluster_name, t.gpu_type, sum(gpus) filter (where tenant.stands_in) as held,
         sum(gpus) filter (where not tenant.stands_in and not (t.stand_in is not null and ${TASK_WAITS})) as others,
         sum(gpus) filter (where not tenant.stands_in and t.stand_in is null and ${TASK_WAITS}
           and t.wait_reason <> 'waiting_for_funds') as wanted
       from task t join tenant on tenant.id = t.tenant_id, greatest(t.gpus_min, t.gpus_granted) gpus
       where t.finished_at is null group by 1, 2) used
       on used.cluster_name = n.cluster_name and used.gpu_type = n.gpu_type
     where n.retired_at is null and n.pilot_of is null and (${RUNS_PROGRAMS} or ${NODE_IN_SERVICE}) group by 1, 2 order by 1, 2`,
  );
}

async function startTasks(row: Row, tenants: readonly StandInTenant[], now: Date): Promise<void> {
  const used = Math.min(Math.floor(row.gpus * shareAt(now)), row.gpus - row.kept);
  let missing = used - row.held - row.others;
  for (let start = 0; start < STARTS_MAX && missing > 0; start += 1) {
    const sizes = SIZES.filter((size) => size <= missing);
    const [size, tenant] = [oneOf(sizes), oneOf(tenants)];
    if (!size || !tenant || !(await startTask(row, tenant, { size, standIn: "ends", now }))) return;
    missing -= size;
  }
}

async function startTask(
  row: Row,
  tenant: StandInTenant,
  { size, ...more }: { size: number; standIn: StandIn; now: Date },
): Promise<boolean> {
  const input = ReserveFields.parse({
    task_name: `${oneOf(PROGRAMS)}-${randomBytes(2).toString("hex")}`,
    cluster_name: row.clusterName,
    gpu_type: row.gpuType,
    gpu_min: size,
  });
  try {
    await reserveTask({ ...tenant, input, ...more });
    return true;
  } catch (error) {
    // No room of that size, or a limit: the next minute tries again.
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Ends stand-ins of a row for the tasks that wait there: waiting ones first, then node by node, the emptiest first.
 * Free GPUs of these nodes count too; at least one stand-in ends, as free GPUs may lack what a task needs.
 */
async function makeRoom({ clusterName, gpuType, wanted }: Row, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const tasks = await tx.query<{ resvGuid: string; gpus: number; nodeId: number | null; free: number }>(
      `select t.resv_guid as "resvGuid", coalesce(cardinality(p.gpus), 0) as gpus, n.id as "nodeId",
         coalesce(case when ${NODE_IN_SERVICE}
           then n.gpus - (${TAKEN_BY_OTHERS}) - sum(cardinality(p.gpus)) over (partition by n.id) end, 0)::int as free
       from task t join tenant on tenant.id = t.tenant_id
         left join placement p on p.resv_guid = t.resv_guid and p.ended_at is null
         left join node n on n.id = p.node_id
       where t.cluster_name = $1 and t.gpu_type = $2 and tenant.stands_in and t.finished_at is null and t.state <> 'stopping'
       order by n.id is not null, n.gpus - (${TAKEN_BY_OTHERS}) desc, n.id, t.accepted_at desc, t.resv_guid`,
      [clusterName, gpuType],
    );
    const resvGuids: string[] = [];
    let [freed, onNode]: [number, number | null] = [0, null];
    for (const { resvGuid, gpus, nodeId, free } of tasks) {
      if (nodeId !== onNode) freed += free;
      onNode = nodeId;
      if (resvGuids.length > 0 && freed >= wanted) break;
      resvGuids.push(resvGuid);
      freed += gpus;
    }
    await requestStop(tx, { resvGuids, target: "killed", reason: "made room for another task of the demo", now });
  });
}

function shareAt(now: Date): number {
  const hours = now.getUTCHours() + now.getUTCMinutes() / 60 - BUSIEST_HOUR;
  return NIGHT + ((DAY - NIGHT) * (1 + Math.cos((2 * Math.PI * hours) / 24))) / 2;
}

function oneOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}
