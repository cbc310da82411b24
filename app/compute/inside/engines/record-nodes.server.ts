import type { EngineNode } from "~/compute/engine";
import { announce } from "~/platform/announce.server";
import { transaction, type Tx } from "~/platform/db.server";
import { COPY_LASTS_S } from "./machine-sql.server";

/**
 * Replaces the copy of an engine's machines, and announces free capacity if a machine has changed, or if the copy was
 * too old to offer any.
 */
export async function recordNodes(engineId: number, nodes: readonly EngineNode[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await tx.query<{ gpuType: string | null; old: boolean }>(
      `select gpu_type as "gpuType", bool_or(seen_at <= $2::timestamptz - interval '${COPY_LASTS_S} seconds') as old
       from engine_node where engine_id = $1 group by gpu_type`,
      [engineId, now],
    );
    const changed = await tx.query(
      `with gone as (delete from engine_node where engine_id = $1 and not name = any($2::text[]) returning name),
         written as (
           insert into engine_node as known (engine_id, name, gpu_type, gpus, gpus_in_use, takes_jobs, why, seen_at)
           select $1, name, "gpuType", gpus, "gpusInUse", "takesJobs", why, $3 from jsonb_to_recordset($4::jsonb)
             as m(name text, "gpuType" text, gpus int, "gpusInUse" int, "takesJobs" boolean, why text)
           on conflict (engine_id, name) do update set gpu_type = excluded.gpu_type, gpus = excluded.gpus,
             gpus_in_use = excluded.gpus_in_use, takes_jobs = excluded.takes_jobs,
             why = excluded.why
           where (known.gpu_type, known.gpus, known.gpus_in_use, known.takes_jobs, known.why)
             is distinct from (excluded.gpu_type, excluded.gpus, excluded.gpus_in_use,
               excluded.takes_jobs, excluded.why)
           returning name)
       select name from gone union all select name from written`,
      [engineId, nodes.map(({ name }) => name), now, JSON.stringify(nodes)],
    );
    await tx.query(`update engine_node set seen_at = $2 where engine_id = $1`, [engineId, now]);
    if (changed.length > 0 || before.some(({ old }) => old))
      await announceFree(
        tx,
        engineId,
        before.map(({ gpuType }) => gpuType),
      );
  });
}

/** Announces that the free GPUs on an engine's machines have changed. `gone`: GPU types that it may no longer have. */
export async function announceFree(tx: Tx, engineId: number, gone: readonly (string | null)[] = []): Promise<void> {
  const rows = await tx.query<{ key: string }>(
    `select distinct c.name || ':' || gpu_type as key from cluster c, (
       select gpu_type from engine_node where engine_id = $1 union select unnest($2::text[])) m
     where c.engine_id = $1 and gpu_type is not null order by key`,
    [engineId, gone],
  );
  await announce(
    tx,
    rows.map(({ key }) => ({ entity: "capacity", key })),
  );
}
