import { prepared } from "~/db.server";

const SAMPLE_S = 3;
const POINTS = 40;

/** Load in percent by task name, oldest first: mean GPU busy, or CPU where no GPU says. */
export type RecentLoad = Record<string, number[]>;

/** The last two minutes of a tenant's running tasks, one point for each sampling interval. */
export async function readRecentLoad({
  tenantId,
  now,
}: {
  tenantId: number;
  now: Date;
}): Promise<RecentLoad> {
  const rows = await prepared.query<{ task_name: string; load: number }>(
    `select t.task_name, avg(coalesce(l.gpu_busy, l.cpu_pct)) as load
     from task t join task_load l on l.resv_guid = t.resv_guid
     where t.tenant_id = $1 and t.state = 'running' and l.at > $2
     group by t.task_name, floor(extract(epoch from l.at) / ${SAMPLE_S})
     order by t.task_name, floor(extract(epoch from l.at) / ${SAMPLE_S})`,
    [tenantId, new Date(now.getTime() - SAMPLE_S * POINTS * 1000)],
  );
  const load: RecentLoad = {};
  for (const row of rows) (load[row.task_name] ??= []).push(Math.round(row.load * 10) / 10);
  return load;
}
