import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import { aNode } from "../../../support/world";

/** Second 0 of the tests' clock. */
export const START = new Date("2026-03-01T10:00:00Z");

export function at(seconds: number): Date {
  return new Date(START.getTime() + seconds * 1000);
}

export interface RunningTask {
  resvGuid: string;
  nodeIds: number[];
}

/** A task on its own nodes that is charged from second `from` on; its nodes last reported then. */
export async function aRunningTask(given: {
  tenantId: number;
  pph: number;
  from?: number;
  nodes?: number;
  state?: "running" | "placing" | "starting";
  name?: string;
}): Promise<RunningTask> {
  const { tenantId, pph, from = 0, nodes = 1, state = "running" } = given;
  const resvGuid = randomUUID();
  const since = at(from);
  const running = state === "running";
  await db.query(
    `insert into task (resv_guid, tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image,
       ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at, placed_at, started_at, charged_to)
     values ($1, $2, $3, 'fra1', 'a5000', 1, 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', $4, $5, $5, $6, $6, $6,
       case when $7 then $6::timestamptz end, case when $7 then $6::timestamptz end)`,
    [resvGuid, tenantId, given.name ?? `task-${resvGuid.slice(0, 8)}`, state, pph, since, running],
  );
  const nodeIds: number[] = [];
  for (let rank = 0; rank < nodes; rank += 1) {
    const { nodeId } = await aNode({ now: since });
    nodeIds.push(nodeId);
    await db.query(
      `insert into placement (resv_guid, node_id, rank, gpus, state, desired_version, assigned_at, running_at,
         seen_running_at)
       values ($1, $2, $3, '{0}', $4, 1, $5, case when $6 then $5::timestamptz end, case when $6 then $5::timestamptz end)`,
      [resvGuid, nodeId, rank, running ? "running" : "assigned", since, running],
    );
  }
  return { resvGuid, nodeIds };
}

/** The nodes of these tasks report at that second. */
export async function report(tasks: readonly RunningTask[], seconds: number): Promise<void> {
  await db.query(`update node set reported_at = $2 where id = any($1::int[])`, [
    tasks.flatMap((task) => task.nodeIds),
    at(seconds),
  ]);
}

/** All placements of a task have stopped, according to the final reports. */
export async function reportStopped({ resvGuid }: RunningTask): Promise<void> {
  await db.query(`update placement set state = 'stopped', run = false, ended_at = now() where resv_guid = $1`, [
    resvGuid,
  ]);
}

interface TaskRow {
  state: string;
  reason: string;
  charged_seconds: number;
  billed_cents: number;
  charged_to: Date | null;
  stop_at: Date | null;
  wait_reason: string;
}

export async function taskOf(resvGuid: string): Promise<TaskRow> {
  const [row] = await db.query<TaskRow>(`select * from task where resv_guid = $1`, [resvGuid]);
  if (!row) throw new Error("no such task");
  return row;
}

/** Balances of a tenant's accounts, in units. */
export async function accountsOf(tenantId: number): Promise<{ customer: bigint; owed: bigint }> {
  const [row] = await db.query<{ customer: bigint; owed: bigint }>(
    `select sum(balance) filter (where kind = 'customer')::bigint as customer,
       sum(balance) filter (where kind = 'owed')::bigint as owed
     from ledger_account where tenant_id = $1`,
    [tenantId],
  );
  if (!row) throw new Error("no accounts");
  return row;
}
