import { transaction } from "~/platform/db.server";

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
       ), minutes as (
         select resv_guid, placement_id, date_trunc('minute', at) as minute, avg(gpu_busy) as gpu_busy,
           avg(gpu_mem_mb) as gpu_mem_mb, avg(cpu_pct) as cpu_pct, avg(mem_mb) as mem_mb from old group by 1, 2, 3
       ), gpus as (
         select placement_id, date_trunc('minute', at) as minute, place, avg(busy) as busy, avg(mem) as mem
         from old, unnest(gpu_busy_each, gpu_mem_mb_each) with ordinality as each(busy, mem, place) group by 1, 2, 3
       ), lists as (
         select placement_id, minute, array_agg(busy order by place) as busy, array_agg(mem order by place) as mem
         from gpus group by 1, 2
       )
       insert into task_load (resv_guid, placement_id, at, gpu_busy, gpu_mem_mb, cpu_pct, mem_mb,
         gpu_busy_each, gpu_mem_mb_each)
       select m.resv_guid, m.placement_id, m.minute, m.gpu_busy, m.gpu_mem_mb, m.cpu_pct, m.mem_mb, l.busy, l.mem
       from minutes m left join lists l on l.placement_id = m.placement_id and l.minute = m.minute
       on conflict (placement_id, at) do nothing`,
      [fineUntil],
    );
  });
}
