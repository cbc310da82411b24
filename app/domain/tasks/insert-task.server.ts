import type { Tx } from "~/db.server";
import { announce } from "~/domain/announce.server";
import type { ReserveChoice } from "./check-reserve";

/** Stores an accepted task in state `queued`, priced for gpus_min (0.8), and returns its resv_guid. */
export async function insertTask(
  tx: Tx,
  by: { tenantId: number; userId: number; now: Date },
  choice: ReserveChoice,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into task (tenant_id, created_by_id, task_name, cluster_name, gpu_type, gpus_min, gpus_max, gpus_incr,
       tenant_image, network, agent, ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'queued', $13::int, $13::int * $6::int, $14, $14)
     returning resv_guid as id`,
    [
      by.tenantId,
      by.userId,
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
      by.now,
    ],
  );
  if (!row) throw new Error("the task was not stored");
  await announce(tx, [{ entity: "task", key: row.id, tenantId: by.tenantId }]);
  return row.id;
}
