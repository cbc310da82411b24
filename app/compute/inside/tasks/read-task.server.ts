import { db } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { JOB, type JobRow, MEMBERS } from "~/compute/list-jobs.server";

interface TaskDetail {
  job: JobRow;
  /** Public key line of its SSH server, empty until it runs. */
  ssh_host_key: string;
  events: { ts: number; from: string; to: string; text: string; by: string | null }[];
  placements: TaskPlacement[];
}

/** The part of a task on one node. */
export interface TaskPlacement {
  placement_id: string;
  /** Node of the task, from 1. */
  node: number;
  /** Set for staff only. */
  node_name?: string;
  gpus: number[];
  state: string;
  /** `host:port` of its own SSH server while it runs; otherwise empty, like the key. */
  ssh_addr: string;
  ssh_host_key: string;
}

/** Reads one task with its history (4.3), of the user's tenant or, for staff, of any. @throws Refusal M04 (404). */
export async function readTask({
  resvGuid,
  tenantId,
  staff,
  now,
}: {
  resvGuid: string;
  tenantId: number;
  staff: boolean;
  now: Date;
}): Promise<TaskDetail> {
  const [task] = await db.query<JobRow & { hostKey: string }>(
    `select ${JOB.columns}, t.ssh_host_key as "hostKey" from task t ${MEMBERS}
     where t.resv_guid = $resvGuid and ($staff or t.tenant_id = $tenantId)`,
    { now, resvGuid, tenantId, staff },
  );
  if (!task) throw new Refusal(M.notFound, { status: 404 });
  const { hostKey, ...job } = task;
  return {
    job,
    ssh_host_key: hostKey,
    events: await readEvents(resvGuid),
    placements: await readTaskPlacements({ resvGuid, staff }),
  };
}

async function readEvents(resvGuid: string): Promise<TaskDetail["events"]> {
  return await db.query<TaskDetail["events"][number]>(
    `select floor(extract(epoch from e.at))::int as ts, e.from_state as "from", e.to_state as "to", e.text, u.name as by
     from task_event e left join user_account u on u.id = e.user_id where e.resv_guid = $1 order by e.id`,
    [resvGuid],
  );
}

/** Reads placements of the last attempt: earlier ones do not describe the present task. */
export async function readTaskPlacements({
  resvGuid,
  staff,
}: {
  resvGuid: string;
  staff: boolean;
}): Promise<TaskPlacement[]> {
  const isReached = `p.state = 'running' and p.ended_at is null`;
  const rows = await db.query<TaskPlacement & { node_name: string }>(
    `select p.placement_id, p.rank + 1 as node, split_part(n.node_name, '~', 1) as node_name, p.gpus, p.state,
       case when ${isReached} then p.ssh_addr else '' end as ssh_addr,
       case when ${isReached} then p.ssh_host_key else '' end as ssh_host_key
     from placement p join node n on n.id = p.node_id
     where p.resv_guid = $1 and p.attempt = (select max(attempt) from placement where resv_guid = $1)
     order by p.rank`,
    [resvGuid],
  );
  return rows.map(({ node_name, ...placement }) => (staff ? { ...placement, node_name } : placement));
}
