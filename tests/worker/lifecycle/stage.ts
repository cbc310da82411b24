import { randomBytes } from "node:crypto";
import { db, transaction } from "~/platform/db.server";
import { scheduleAll } from "~/compute/schedule.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { aNode, aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { Machine } from "./machine";

const START_MS = Date.parse("2026-03-01T12:00:00Z");

/** The hour in which these tests take place. */
export function at(seconds: number): Date {
  return new Date(START_MS + seconds * 1000);
}

/** Each scenario has its own cluster: nodes of earlier ones are out of service. */
export async function anEmptyStage(): Promise<void> {
  await theCatalogue();
  await db.query(`delete from job_tick`);
  await db.query(`update node set drain = 1, health = 'new'`);
  await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where finished_at is null`);
  await db.query(`delete from held_gpu`);
  await db.query(`update placement set ended_at = now() where ended_at is null`);
}

export async function aMachine(given: Parameters<typeof aNode>[0] = {}): Promise<Machine> {
  const { nodeId } = await aNode({ health: "new", now: at(0), ...given });
  const machine = new Machine(nodeId);
  await machine.report(at(0));
  return machine;
}

export async function aCustomer(dollars = 1000): Promise<TenantInWorld> {
  return await aTenant({ dollars, now: at(-3600) });
}

/** A task in the queue, as if it had just been accepted. */
export async function aQueuedTask(
  tenantId: number,
  given: { gpus?: number; agent?: string; acceptedAt?: Date } = {},
): Promise<string> {
  const { gpus = 1, agent = "no-agent", acceptedAt = at(0) } = given;
  const [row] = await db.query<{ id: string }>(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, agent, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at)
     values ($1, $2, 'fra1', 'a5000', $3, 'ubuntu22-cuda12', $4, 'ssh-ed25519 AAAA test', 'queued', 95, $5, $6, $6)
     returning resv_guid as id`,
    [tenantId, `task-${randomBytes(4).toString("hex")}`, gpus, agent, 95 * gpus, acceptedAt],
  );
  if (!row) throw new Error("no task was stored");
  return row.id;
}

/** A task that runs on these machines since second 10. */
export async function aRunningTask(
  tenantId: number,
  machines: readonly Machine[],
  given: { gpus?: number; agent?: string } = {},
): Promise<string> {
  const resvGuid = await aQueuedTask(tenantId, given);
  await scheduleAll({ now: at(9) });
  for (const machine of machines) await machine.beat(at(10));
  return resvGuid;
}

/** One second of the worker's ticks. */
export async function tick(now: Date): Promise<void> {
  await beatReceiving({ worker: "test", now });
  await checkHealth({ now });
  await advanceTasks({ now });
  await scheduleAll({ now });
}

/** The worker runs and these machines report, every five seconds from `from` to `to`, both included. */
export async function pass(machines: readonly Machine[], from: number, to: number): Promise<void> {
  for (let second = from; second <= to; second += 5) {
    await beatReceiving({ worker: "test", now: at(second) });
    for (const machine of machines) await machine.report(at(second));
    await tick(at(second));
  }
}

export async function stop(resvGuid: string, now: Date): Promise<void> {
  const request = { resvGuids: [resvGuid], target: "killed" as const, reason: "killed by you", now };
  await transaction((tx) => requestStop(tx, request));
}

export interface TaskRow {
  state: string;
  reason: string;
  attempts: number;
  exit_code: number | null;
  started_at: Date | null;
  finished_at: Date | null;
  charged_seconds: number;
  ssh_addr: string;
  billed_cents: number;
}

export async function taskRow(resvGuid: string): Promise<TaskRow> {
  const [row] = await db.query<TaskRow>(
    `select state, reason, attempts, exit_code, started_at, finished_at, charged_seconds, ssh_addr, billed_cents
     from task where resv_guid = $1`,
    [resvGuid],
  );
  if (!row) throw new Error(`no task ${resvGuid}`);
  return row;
}

export async function placementsOf(
  resvGuid: string,
): Promise<{ placement_id: string; state: string; incident: boolean; ended_at: Date | null; node_id: number }[]> {
  return await db.query(
    `select placement_id, state, incident, ended_at, node_id from placement where resv_guid = $1 order by attempt, rank`,
    [resvGuid],
  );
}

export async function heldGpus(): Promise<number> {
  return (await db.query(`select from held_gpu`)).length;
}

export async function healthOf(machine: Machine): Promise<string> {
  const [row] = await db.query<{ health: string }>(`select health from node where id = $1`, [machine.nodeId]);
  return row?.health ?? "";
}

export async function noticesOf(tenantId: number): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1 order by id`,
    [tenantId],
  );
  return rows.map((row) => row.text);
}
