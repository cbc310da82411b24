import { prepared } from "~/platform/db.server";
import { LOAD_POINTS, LOAD_STALE_S, SAMPLE_S } from "./load-span";

/** Load in percent by task name, oldest first: mean GPU use, or CPU use if no GPU reports. */
export type RecentLoad = Record<string, number[]>;

/** The load of a tenant's running tasks. */
export interface TaskLoads {
  loads: RecentLoad;
  /** Names of tasks without a recent report: their newest figure is old. */
  stale: string[];
}

interface LoadRow {
  tenant_id: number;
  task_name: string;
  load: number;
  newestTs: number;
}

/** The last two minutes of the running tasks of those tenants, one point for each sampling interval. */
export async function readRecentLoads({
  tenantIds,
  now,
}: {
  tenantIds: readonly number[];
  now: Date;
}): Promise<Map<number, TaskLoads>> {
  const rows = await prepared.query<LoadRow>(
    `select t.tenant_id, t.task_name, avg(coalesce(l.gpu_busy, l.cpu_pct)) as load,
       extract(epoch from max(l.at))::float8 as "newestTs"
     from task t join task_load l on l.resv_guid = t.resv_guid
     where t.tenant_id = any($1::int[]) and t.state = 'running' and l.at > $2
     group by t.tenant_id, t.task_name, floor(extract(epoch from l.at) / ${SAMPLE_S})
     order by t.tenant_id, t.task_name, floor(extract(epoch from l.at) / ${SAMPLE_S})`,
    [tenantIds, new Date(now.getTime() - SAMPLE_S * LOAD_POINTS * 1000)],
  );
  const byTenant = new Map(tenantIds.map((tenantId): [number, TaskLoads] => [tenantId, { loads: {}, stale: [] }]));
  const newest = new Map<string, LoadRow>();
  for (const row of rows) {
    const loads = byTenant.get(row.tenant_id)?.loads;
    if (loads) (loads[row.task_name] ??= []).push(Math.round(row.load * 10) / 10);
    newest.set(`${row.tenant_id} ${row.task_name}`, row);
  }
  for (const { tenant_id, task_name, newestTs } of newest.values()) {
    if (now.getTime() / 1000 - newestTs > LOAD_STALE_S) byTenant.get(tenant_id)?.stale.push(task_name);
  }
  return byTenant;
}

/** Reads the load of one tenant's tasks. */
export async function readRecentLoad(given: { tenantId: number; now: Date }): Promise<TaskLoads> {
  const { tenantId, now } = given;
  return (await readRecentLoads({ tenantIds: [tenantId], now })).get(tenantId) ?? { loads: {}, stale: [] };
}
