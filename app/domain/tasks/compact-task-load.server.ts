import { transaction } from "~/db.server";

const KEEP_FINE_MS = 3_600_000;
const KEEP_MS = 7 * 86_400_000;

/** Turns load samples older than an hour into one a minute per placement, and drops those older than 7 days. */
export async function compactTaskLoad({ now }: { now: Date }): Promise<void> {
  const fineUntil = new Date(now.getTime() - KEEP_FINE_MS);
  const keptFrom = new Date(now.getTime() - KEEP_MS);
  await transaction(async (tx) => {
    await tx.query(`delete from task_load where at < $1`, [keptFrom]);
    await tx.query(
      `with old as (
         delete from task_load where at < date_trunc('minute', $1::timestamptz) and at <> date_trunc('minute', at) returning *
       )
       insert into task_load (resv_guid, placement_id, at, gpu_busy, gpu_mem_mb, cpu_pct, mem_mb)
       select resv_guid, placement_id, date_trunc('minute', at), avg(gpu_busy), avg(gpu_mem_mb), avg(cpu_pct), avg(mem_mb)
       from old group by 1, 2, 3
       on conflict (placement_id, at) do nothing`,
      [fineUntil],
    );
  });
}
