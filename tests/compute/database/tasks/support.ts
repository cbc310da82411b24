import { randomBytes } from "node:crypto";
import { db } from "~/platform/db.server";

/** A tenant with the rows that the tables require: ledger accounts but no user. */
export async function aTenantRow(): Promise<number> {
  const name = `tenant-${randomBytes(6).toString("hex")}`;
  const [row] = await db.query<{ id: number }>(`insert into tenant (tenant_name) values ($1) returning id`, [name]);
  if (!row) throw new Error("no tenant was stored");
  return row.id;
}

export interface TaskInWorld {
  tenantId: number;
  state: string;
  taskName?: string;
  gpus?: number;
  agent?: string;
  position?: number | null;
  acceptedAt?: Date;
  stateAt?: Date;
}

/** A task row in a given state, as if it had reached it. */
export async function aTask(given: TaskInWorld): Promise<string> {
  const { tenantId, state, gpus = 1, agent = "no-agent", position = null } = given;
  const acceptedAt = given.acceptedAt ?? new Date("2026-03-01T11:00:00Z");
  const final = ["finished", "killed", "failed", "lost"].includes(state);
  const [row] = await db.query<{ id: string }>(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, agent, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at, position, finished_at)
     values ($1, $2, 'fra1', 'a5000', $3, 'ubuntu22-cuda12', $4, 'ssh-ed25519 AAAA test', $5, 95, $6, $7, $8, $9, $10)
     returning resv_guid as id`,
    [
      tenantId,
      given.taskName ?? `task-${randomBytes(4).toString("hex")}`,
      gpus,
      agent,
      state,
      95 * gpus,
      acceptedAt,
      given.stateAt ?? acceptedAt,
      position,
      final ? acceptedAt : null,
    ],
  );
  if (!row) throw new Error("no task was stored");
  return row.id;
}

export async function stateOf(resvGuid: string): Promise<string> {
  const [row] = await db.query<{ state: string }>(`select state from task where resv_guid = $1`, [resvGuid]);
  if (!row) throw new Error(`no task ${resvGuid}`);
  return row.state;
}
