import { db, type Queryable, transaction } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { M } from "~/compute/messages";
import { ts } from "~/platform/record";
import { Refusal } from "~/platform/refusal";

/** A GPU type that a user waits for. */
export interface GpuAlert {
  gpu_type: string;
  /** Name of the type in the catalogue. */
  gpu_name: string;
  created_ts: number;
}

interface Asked {
  tenantId: number;
  userId: number;
  gpuType: string;
}

/** Lists the GPU types that a user has an alert for. */
export async function listGpuAlerts({ userId }: { userId: number }, q: Queryable = db): Promise<GpuAlert[]> {
  return await q.query<GpuAlert>(
    `select gpu_type, coalesce(nullif(name, ''), gpu_type) as gpu_name,
       ${ts("created_at")} as created_ts
     from gpu_alert join price using (gpu_type) where user_id = $1 order by gpu_type`,
    [userId],
  );
}

/**
 * Records that a user wants a notice when GPUs of a type are free; a second time at another tenant moves it there. @throws Refusal M24.
 */
export async function addGpuAlert({ tenantId, userId, gpuType, now }: Asked & { now: Date }): Promise<GpuAlert> {
  return await transaction(async (tx) => {
    await holdRight(tx, { tenantId, userId, now }, "own.act");
    await tx.query(
      `insert into gpu_alert (user_id, tenant_id, gpu_type, created_at)
       select $1, $2, gpu_type, $4 from price where gpu_type = $3 and hidden_at is null
       on conflict (user_id, gpu_type) do update set tenant_id = excluded.tenant_id`,
      [userId, tenantId, gpuType, now],
    );
    const alert = (await listGpuAlerts({ userId }, tx)).find((one) => one.gpu_type === gpuType);
    if (!alert) throw Refusal.ofField("gpu_type", M.unknownGpuType({ gpu_type: gpuType }));
    return alert;
  });
}

/** Removes an alert; ignores one that does not exist. */
export async function removeGpuAlert({ userId, gpuType }: Omit<Asked, "tenantId">): Promise<void> {
  await db.query(`delete from gpu_alert where user_id = $1 and gpu_type = $2`, [userId, gpuType]);
}
