import type { Tx } from "~/db.server";
import type { ReserveChoice } from "./check-reserve";

export interface AcceptedTask {
  resvGuid: string;
  tenantId: number;
  userId: number;
  choice: ReserveChoice;
  now: Date;
}

/**
 * Stores an accepted task in state `queued`, priced for gpus_min (0.8).
 * Fails on `task_unfinished_name` when the tenant has an unfinished task of that name.
 */
export async function insertTask(tx: Tx, { resvGuid, tenantId, userId, choice, now }: AcceptedTask): Promise<void> {
  await tx.query(
    `insert into task (resv_guid, tenant_id, created_by_id, task_name, cluster_name, gpu_type, gpus_min, gpus_max, gpus_incr,
       tenant_image, network, agent, ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at,
       max_seconds, max_cents, idle_minutes, tags)
     values ($15, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'queued', $13::int, $13::int * $6::int, $14, $14, $16, $17, $18, $19)`,
    [
      tenantId,
      userId,
      choice.taskName,
      choice.clusterName,
      choice.gpuType,
      choice.gpusMin,
      choice.gpusMax,
      choice.gpusIncr,
      choice.tenantImage,
      choice.network,
      choice.agent,
      choice.sshPublicKey,
      choice.gpuPph,
      now,
      resvGuid,
      choice.maxSeconds,
      choice.maxCents,
      choice.idleMinutes,
      choice.tags,
    ],
  );
}
