import { db } from "~/platform/db.server";
import { incidentAt, SILENT_MINUTES, SILENT_NODE } from "./seed-history/incident";

/** Time after which a lost task's node is there again. */
const BACK_MINUTES = 5;

/**
 * Writes when the demo's nodes took tasks, as a worker records it, so that a rehearsal of the demo's past is exact: since
 * they were enrolled, but for the silence of yesterday's incident, and for the node under the lost task. Now none takes
 * any until it reports.
 */
export async function seedService(now: Date): Promise<void> {
  const silentFrom = incidentAt(now);
  await db.query(
    `with away as (
       select id as node_id, $silentFrom::timestamptz as from_ts, $silentUntil::timestamptz as to_ts, 'drained' as ended_as
       from node where node_name = $silent
       union all
       select p.node_id, t.finished_at, t.state_at + make_interval(mins => $back), 'lost'
       from task t join placement p on p.resv_guid = t.resv_guid where t.state = 'lost'
     ), ends as (
       select node_id, from_ts as at, ended_as from away
       union all select id, $now, 'drained' from node where retired_at is null and pilot_of is null
     )
     insert into node_service (node_id, from_ts, to_ts, ended_as, ibs_active)
     select n.id, coalesce((select max(to_ts) from away where node_id = n.id and to_ts < ends.at), n.enrolled_at),
       ends.at, ends.ended_as, n.ibs_active
     from ends join node n on n.id = ends.node_id`,
    { now, silent: SILENT_NODE, silentFrom, silentUntil: minutesAfter(silentFrom, SILENT_MINUTES), back: BACK_MINUTES },
  );
}

function minutesAfter(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}
