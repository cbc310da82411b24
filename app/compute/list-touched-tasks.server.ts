import { db } from "~/platform/db.server";

/** Seconds between the beginnings of two incidents in a cluster that may have one cause. */
export const ONE_CAUSE_S = 300;
const MOST = 200;

/** An incident: the nodes of the task that it was found by, and when it began. */
export interface IncidentOf {
  taskName: string;
  clusterName: string;
  nodes: string[];
  at: Date;
}

/** A task that an incident may have touched. */
export interface TouchedTask {
  resvGuid: string;
  nodes: string[];
  /** True if it ran on a node of the incident; false if it was elsewhere in the cluster. */
  onNode: boolean;
  /** True if it lost contact itself, or was lost. */
  touched: boolean;
}

/** Finds the incident of a task that began at that second, or its last one; null for a task without one. */
export async function findIncident({
  resvGuid,
  at,
}: {
  resvGuid: string;
  at: number | null;
}): Promise<IncidentOf | null> {
  const [found] = await db.query<IncidentOf>(
    `select t.task_name as "taskName", t.cluster_name as "clusterName", began.at,
       array(select distinct n.node_name from placement p join node n on n.id = p.node_id
         where p.resv_guid = t.resv_guid and p.running_at <= began.at and (p.ended_at is null or p.ended_at >= began.at)
         order by 1) as nodes
     from task t join task_event began on began.resv_guid = t.resv_guid and began.to_state in ('incident', 'lost')
     where t.resv_guid = $1::uuid and ($2::float8 is null or floor(extract(epoch from began.at)) = $2)
     order by began.to_state = 'incident' desc, began.id desc limit 1`,
    [resvGuid, at],
  );
  return found ?? null;
}

/**
 * Lists the tasks on the nodes of an incident when it began, and those elsewhere in its cluster whose incident began at
 * nearly the same time: a switch or a cluster's network fails for many nodes at once.
 */
export async function listTouchedTasks({ clusterName, nodes, at }: IncidentOf): Promise<TouchedTask[]> {
  return await db.query<TouchedTask>(
    `select t.resv_guid as "resvGuid", touched, on_node as "onNode",
       array(select distinct n.node_name from placement p join node n on n.id = p.node_id
         where p.resv_guid = t.resv_guid and p.running_at <= $3 and (p.ended_at is null or p.ended_at >= $3) order by 1) as nodes
     from (
       select resv_guid, bool_or(touched) as touched, bool_or(on_node) as on_node from (
         select p.resv_guid, false as touched, true as on_node from placement p join node n on n.id = p.node_id
         where n.node_name = any($2::text[]) and p.running_at <= $3 and (p.ended_at is null or p.ended_at >= $3)
         union all
         select e.resv_guid, true, false from task join task_event e on e.resv_guid = task.resv_guid
         where task.cluster_name = $1 and task.incidents > 0
           and task.state_at >= $3::timestamptz - interval '${ONE_CAUSE_S} seconds'
           and e.to_state = 'incident' and e.at between $3::timestamptz - interval '${ONE_CAUSE_S} seconds' and $3::timestamptz + interval '${ONE_CAUSE_S} seconds'
       ) any_of group by 1
     ) found join task t using (resv_guid)
     order by on_node desc, touched desc, t.task_name, t.resv_guid limit ${MOST}`,
    [clusterName, nodes, at],
  );
}
