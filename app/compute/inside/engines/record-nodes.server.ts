import type { EngineNode } from "~/compute/engine";
import { transaction } from "~/platform/db.server";

/** Replaces the copy of an engine's machines. */
export async function recordNodes(engineId: number, nodes: readonly EngineNode[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(`delete from engine_node where engine_id = $1 and not name = any($2::text[])`, [
      engineId,
      nodes.map(({ name }) => name),
    ]);
    await tx.query(
      `insert into engine_node (engine_id, name, gpu_type, gpus, gpus_in_use, gpus_ours, takes_jobs, why, seen_at)
       select $1, name, "gpuType", gpus, "gpusInUse", "gpusOurs", "takesJobs", why, $2 from jsonb_to_recordset($3::jsonb)
         as m(name text, "gpuType" text, gpus int, "gpusInUse" int, "gpusOurs" int, "takesJobs" boolean, why text)
       on conflict (engine_id, name) do update set gpu_type = excluded.gpu_type, gpus = excluded.gpus,
         gpus_in_use = excluded.gpus_in_use, gpus_ours = excluded.gpus_ours, takes_jobs = excluded.takes_jobs,
         why = excluded.why, seen_at = excluded.seen_at`,
      [engineId, now, JSON.stringify(nodes)],
    );
  });
}
