import { db } from "~/platform/db.server";
import { type ReserveFieldsSent, ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import type { NodeInWorld, TenantInWorld } from "../../../support/world";

export const now = new Date("2026-01-31T12:00:00Z");
export const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

let counter = 0;

/** A call of `POST /v1/reserve` by that tenant: 1 a5000 under a new name unless told otherwise. */
export function reserve(
  tenant: TenantInWorld,
  fields: ReserveFieldsSent = {},
  more: { idempotencyKey?: string; now?: Date } = {},
) {
  const sent = { task_name: `task-${(counter += 1)}`, gpu_type: "a5000", gpu_min: 1, ...fields };
  const { tenantId, userId } = tenant;
  return reserveTask({ tenantId, userId, input: ReserveFields.parse(sent), now, ...more });
}

export function enqueue(tenant: TenantInWorld, fields: ReserveFieldsSent = {}, more: { now?: Date } = {}) {
  return reserve(tenant, { ...fields, enqueue: 1, agree: 1 }, more);
}

/** The refusal of a call; fails if the call succeeds. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ message: string; body?: unknown; status?: unknown }> {
  const error = await call.then(
    () => new Error("the call succeeded"),
    (failure: unknown) => failure,
  );
  if (!(error instanceof Error) || error.name !== "Refusal") throw error;
  const { details } = error as Error & { details: { body?: unknown; status?: unknown } };
  return { message: error.message, ...details };
}

/** Takes GPUs of a node for another task of the tenant: `gpus` of them, from `first` on. */
export async function occupy(tenant: TenantInWorld, node: NodeInWorld, gpus: number, first = 0): Promise<string> {
  const [task] = await db.query<{ id: string }>(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at)
     select $1, $2, cluster_name, gpu_type, 1, $3, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'running', 95, 95 * $3, $4, $4
     from node where id = $5 returning resv_guid as id`,
    [tenant.tenantId, `occupant-${(counter += 1)}`, gpus, now, node.nodeId],
  );
  const id = task?.id ?? "";
  await db.query(
    `with given as (
       insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at)
       values ($1, $2, (select array_agg(g) from generate_series($5::int, $5 + $3::int - 1) g), 'running', 1, $4)
       returning placement_id, node_id, gpus)
     insert into held_gpu (node_id, gpu, placement_id) select node_id, unnest(gpus), placement_id from given`,
    [id, node.nodeId, gpus, now, first],
  );
  return id;
}

/** Frees the GPUs of a task, as its node's report of the end does. */
export async function vacate(resvGuid: string): Promise<void> {
  await db.query(
    `with gone as (update placement set state = 'stopped', run = false, ended_at = $2 where resv_guid = $1
       and ended_at is null returning placement_id),
     freed as (delete from held_gpu where placement_id in (select placement_id from gone))
     update task set state = 'finished', finished_at = $2 where resv_guid = $1`,
    [resvGuid, now],
  );
}

export interface PlacedTask {
  state: string;
  position: number | null;
  reason: string;
  gpus: number;
  pph: number;
  nodes: string[];
}

/** A task as stored in the database, with the nodes of its present placements. */
export async function readPlaced(resvGuid: string): Promise<PlacedTask> {
  const [row] = await db.query<PlacedTask>(
    `select t.state, t.position, t.wait_reason as reason, t.gpus_granted as gpus, t.pph,
       array(select n.node_name from placement p join node n on n.id = p.node_id
         where p.resv_guid = t.resv_guid and p.ended_at is null order by p.rank) as nodes
     from task t where t.resv_guid = $1`,
    [resvGuid],
  );
  if (!row) throw new Error("no such task");
  return row;
}

/** GPUs that break the rule of one placement each, counted from the placements themselves. */
export async function doublyHeldGpus(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select node_id, gpu from (select node_id, unnest(gpus) as gpu from placement where ended_at is null) held
       group by node_id, gpu having count(*) > 1) doubly`,
  );
  return row?.count ?? -1;
}

/** No nodes and no tasks: every test creates its own. */
export async function emptyCapacity(): Promise<void> {
  const tables = [
    "row_hold",
    "held_gpu",
    "placement",
    "task_event",
    "node",
    "engine_place",
    "task",
    "idempotent_call",
    "outbox",
  ];
  for (const table of tables) await db.query(`delete from ${table}`);
}
