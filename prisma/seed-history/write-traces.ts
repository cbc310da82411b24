import type { Tx } from "~/platform/db.server";

/** Writes log and load of a task that ran, a sample a minute, as its node would have reported them. */
export async function writeTraces(tx: Tx, { resvGuid }: { resvGuid: string }): Promise<void> {
  await tx.query(
    `with run as (
       select p.resv_guid, p.placement_id, cardinality(p.gpus) as gpus, p.running_at, at,
         (row_number() over (order by at))::int as minute, abs(hashtext(p.resv_guid::text)) % 30 as own,
         case t.gpu_type when 'a100' then 61000 else 18500 end as mem_mb
       from placement p join task t using (resv_guid),
         generate_series(date_trunc('minute', p.running_at) + interval '1 minute', p.seen_running_at, interval '1 minute') at
       where p.resv_guid = $1
     ), logged as (
       insert into task_log (resv_guid, placement_id, agent_seq, at, stream, text)
       select resv_guid, placement_id, minute, at, 'out',
         format(E'step %s loss %s\\n', minute * 30, round((4 * exp(-minute / 90.0) + 0.4 + 0.05 * sin(minute))::numeric, 3))
       from run where minute % 5 = 1
     )
     insert into task_load (resv_guid, placement_id, at, gpu_busy, gpu_mem_mb, gpu_busy_each, gpu_mem_mb_each, cpu_pct, mem_mb)
     select resv_guid, placement_id, at, busy, gpus * mem_mb, array_fill(busy, array[gpus]), array_fill(mem_mb::float8, array[gpus]),
       gpus * (70 + own) * busy / 90, gpus * (9000 + 100 * own)
     from run, lateral (select round((80 - own / 2.0 + 5 * sin(minute / 6.0 + own) + 12 * sin(minute / 45.0 + own))::numeric, 1)::float8 as busy) load`,
    [resvGuid],
  );
}
