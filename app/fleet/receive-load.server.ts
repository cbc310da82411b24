import { db } from "~/platform/db.server";
import { floorSecond } from "~/compute/whole-seconds";
import type { Load, LoadSample } from "./agent-messages";

/** Difference to the server's clock up to which a sample's own time counts; else the time of receipt does. */
const CLOCK_SKEW_S = 60;
/** WATCHDOG_BUSY_BELOW: percent under which a GPU counts as idle. */
const BUSY_BELOW_PCT = 1;

/**
 * Stores load samples of the node's own running placements (4.1) and keeps the watchdog's clock: since when all GPUs
 * of a task that is watched are idle. A message that comes twice is stored once.
 */
export async function receiveLoad({ nodeId, load, now }: { nodeId: number; load: Load; now: Date }): Promise<void> {
  if (load.samples.length === 0) return;
  await db.query(
    `with given as (
       select * from unnest($placements::uuid[], $busy::float8[], $gpuMem::float8[], $cpu::float8[], $mem::float8[],
         $idle::boolean[], $each::jsonb[])
         as g(placement_id, gpu_busy, gpu_mem_mb, cpu_pct, mem_mb, idle, each)
     ), own as (
       select g.*, p.resv_guid, p.simulated from given g join placement p on p.placement_id = g.placement_id
       where p.node_id = $nodeId and p.state = 'running' and p.ended_at is null
     ), watched as (
       update task t set idle_since = case when own.idle then coalesce(t.idle_since, $now) end
       from (select resv_guid, coalesce(bool_and(idle), false) as idle from own where not simulated
         group by resv_guid) own
       where t.resv_guid = own.resv_guid and t.state = 'running' and t.agent in ('stats-watchdog', 'block-mining')
         and own.idle is distinct from (t.idle_since is not null)
     )
     insert into task_load (resv_guid, placement_id, at, gpu_busy, gpu_mem_mb, cpu_pct, mem_mb,
       gpu_busy_each, gpu_mem_mb_each)
     select resv_guid, placement_id, $at, gpu_busy, gpu_mem_mb, cpu_pct, mem_mb, ${listOf("busy")}, ${listOf("mem_mb")}
     from own
     on conflict (placement_id, at) do nothing`,
    {
      placements: load.samples.map((one) => one.placement_id),
      busy: load.samples.map((one) => mean(known(one.gpu_busy))),
      gpuMem: load.samples.map((one) => sum(known(one.gpu_mem_mb))),
      cpu: load.samples.map((one) => one.cpu_pct),
      mem: load.samples.map((one) => one.mem_mb),
      idle: load.samples.map(isIdle),
      each: load.samples.map((one) => JSON.stringify({ busy: one.gpu_busy, mem_mb: one.gpu_mem_mb })),
      at: sampleTime(load.ts, now),
      nodeId,
      now,
    },
  );
}

/** SQL for an array of the sample; null when it is empty. Arrays of arrays cannot be sent as they are. */
function listOf(name: "busy" | "mem_mb"): string {
  return `(select array_agg(e.value::float8 order by e.place)
    from jsonb_array_elements_text(each -> '${name}') with ordinality as e(value, place))`;
}

function sampleTime(ts: number, now: Date): Date {
  const close = Math.abs(ts * 1000 - now.getTime()) <= CLOCK_SKEW_S * 1000;
  return close ? new Date(ts * 1000) : floorSecond(now);
}

/** Checks for idleness: a placement is idle only if all its GPUs report their use. */
function isIdle({ gpu_busy }: LoadSample): boolean {
  return gpu_busy.length > 0 && gpu_busy.every((percent) => percent !== null && percent < BUSY_BELOW_PCT);
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number | null {
  const total = sum(values);
  return total === null ? null : total / values.length;
}
