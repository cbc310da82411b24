import { prepared } from "~/db.server";
import { LOAD_POINTS, SAMPLE_S } from "./load-span";

/** Load in percent by task name, oldest first: mean GPU busy, or CPU where no GPU says. */
export type RecentLoad = Record<string, number[]>;

interface LoadRow {
  tenant_id: number;
  task_name: string;
  load: number;
}

/** The last two minutes of the running tasks of those tenants, one point for each sampling interval. */
export async function readRecentLoads({
  tenantIds,
  now,
}: {
  tenantIds: readonly number[];
  now: Date;
}): Promise<Map<number, RecentLoad>> {
  const rows = await prepared.query<LoadRow>(
    `select t.tenant_id, t.task_name, avg(coalesce(l.gpu_busy, l.cpu_pct)) as load
     from task t join task_load l on l.resv_guid = t.resv_guid
     where t.tenant_id = any($1::int[]) and t.state = 'running' and l.at > $2
     group by t.tenant_id, t.task_name, floor(extract(epoch from l.at) / ${SAMPLE_S})
     order by t.tenant_id, t.task_name, floor(extract(epoch from l.at) / ${SAMPLE_S})`,
    [tenantIds, new Date(now.getTime() - SAMPLE_S * LOAD_POINTS * 1000)],
  );
  const loads = new Map(tenantIds.map((tenantId): [number, RecentLoad] => [tenantId, {}]));
  for (const { tenant_id, task_name, load } of rows) {
    const byTask = loads.get(tenant_id);
    if (byTask) (byTask[task_name] ??= []).push(Math.round(load * 10) / 10);
  }
  return loads;
}

/** The same of one tenant. */
export async function readRecentLoad(given: { tenantId: number; now: Date }): Promise<RecentLoad> {
  const { tenantId, now } = given;
  return (await readRecentLoads({ tenantIds: [tenantId], now })).get(tenantId) ?? {};
}
