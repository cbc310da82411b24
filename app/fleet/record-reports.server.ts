import { db } from "~/platform/db.server";
import type { Sysinfo } from "./agent-messages";
import { LATE } from "./inside/nodes/reporting-node.server";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";

interface Report {
  nodeId: number;
  bootId: string;
  seq: number;
  sysinfo: Sysinfo;
  /** Time of receipt, which is the clock of charging (B2). */
  at: Date;
}

/** A node whose row somebody else holds: its report can be recorded as soon as that one is done. */
export const HELD = "held";

/**
 * Records, in one statement, reports that equal the node's previous report except for changing figures. Returns the
 * desired version of each recorded node, or that it is held. A node that is omitted has to be compared in full: it
 * counted as Dead, booted again, was silent for longer than its threshold while it had tasks, has sent a newer report,
 * or the time was set back.
 */
export async function recordReports({
  reports,
}: {
  reports: readonly Report[];
}): Promise<Map<number, number | typeof HELD>> {
  const newest = new Map<number, Report>();
  for (const report of reports) {
    if (report.seq > (newest.get(report.nodeId)?.seq ?? -1)) newest.set(report.nodeId, report);
  }
  const given = [...newest.values()];
  if (given.length === 0) return new Map();
  const rows = await db.query<{ nodeId: number; desiredVersion: number | null }>(
    `with given as (
       select * from unnest($1::int[], $2::text[], $3::bigint[], $4::jsonb[], $5::timestamptz[])
         as g(id, boot_id, seq, sysinfo, at)
     ), locked as (
       select n.id from node n where n.id = any($1::int[]) order by n.id for no key update skip locked
     ), recorded as (
       update node n set observed_seq = g.seq, reported_at = greatest(n.reported_at, g.at), sysinfo = g.sysinfo,
         sysinfo_version = n.sysinfo_version + 1
       from given g join locked on locked.id = g.id
       where n.id = g.id and n.health in ('healthy', 'error') and n.retired_at is null and n.boot_id = g.boot_id and n.observed_seq < g.seq
         and n.reported_at <= g.at + ${LATE} and (g.at <= n.reported_at + make_interval(secs => coalesce(n.reported_ts_dead, ${NODE_DEAD_DEFAULT_S}))
           or not exists (select from placement p where p.node_id = n.id and p.ended_at is null))
       returning n.id, n.desired_version
     )
     select id as "nodeId", desired_version as "desiredVersion" from recorded
     union all select id, null from given where id <> all (select id from locked)`,
    [
      given.map((report) => report.nodeId),
      given.map((report) => report.bootId),
      given.map((report) => report.seq),
      given.map((report) => JSON.stringify(report.sysinfo)),
      given.map((report) => report.at),
    ],
  );
  return new Map(rows.map((row) => [row.nodeId, row.desiredVersion ?? HELD]));
}
