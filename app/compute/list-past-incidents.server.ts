import { db } from "~/platform/db.server";
import { ONE_CAUSE_S } from "./list-touched-tasks.server";

/** Most beginnings of incidents that are looked through, the newest ones. */
const BEGINNINGS_MAX = 20_000;

/** An incident that is over: what began in one cluster at nearly the same time. */
export interface PastIncident {
  clusterName: string;
  /** A task of it, by which its refund is found. */
  resvGuid: string;
  at: Date;
  tasks: number;
}

/** Incidents that began since `from` and in which no task is any more, newest first. */
export async function listPastIncidents({ from, limit }: { from: Date; limit: number }): Promise<PastIncident[]> {
  return await db.query<PastIncident>(
    `with began as (
       select e.resv_guid, e.at, t.cluster_name, t.state,
         e.at - lag(e.at) over by_time > interval '${ONE_CAUSE_S} seconds' as later
       from (select resv_guid, at, id from task_event where to_state = 'incident' and at >= $1
         order by at desc limit ${BEGINNINGS_MAX}) e join task t using (resv_guid)
       window by_time as (partition by t.cluster_name order by e.at, e.id)
     ), numbered as (
       select *, count(*) filter (where later) over (partition by cluster_name order by at, resv_guid) as number from began
     )
     select cluster_name as "clusterName", (array_agg(resv_guid order by at, resv_guid))[1] as "resvGuid", min(at) as at,
       count(distinct resv_guid)::int as tasks
     from numbered group by cluster_name, number having not bool_or(state = 'incident')
     order by min(at) desc, cluster_name limit $2`,
    [from, limit],
  );
}
