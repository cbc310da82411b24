import { db, prepared } from "~/platform/db.server";
import { ownEnd } from "~/money/own-end-sql";
import { silentSince } from "~/money/read-available.server";
import { fingerprintOfLine } from "~/platform/fingerprint.server";
import { JOBS_LIMIT, type JobRow, type StoredJob, toJobRow } from "./job-row";

export type { JobRow } from "./job-row";

const epoch = (at: string) => `floor(extract(epoch from t.${at}))::int`;

const columns = (
  ownEndAt: string,
  silentAt: string,
  maintenance: string,
) => `t.resv_guid as "resvGuid", t.task_name as "taskName",
  t.display_name as "displayName", t.tags, t.gpu_type as "gpuType",
  t.gpus_min as "gpusMin", t.gpus_granted as "gpusGranted", ${epoch("accepted_at")} as "acceptedTs",
  ${epoch("started_at")} as "startedTs", ${epoch("finished_at")} as "finishedTs", ${epoch("stop_at")} as "stopTs", ${epoch("charged_to")} as "chargedToTs",
  t.charged_seconds as "chargedSeconds", t.state, t.reason, t.wait_reason as "waitReason", t.pph,
  t.cluster_name as "clusterName", t.network, t.agent, t.position, t.ssh_addr as "sshAddr",
  t.ssh_host_key as "sshHostKey", t.max_seconds as "maxSeconds", t.max_cents as "maxCents",
  t.idle_minutes as "idleMinutes", floor(extract(epoch from ${ownEndAt}))::float8 as "ownEndTs",
  floor(extract(epoch from ${silentAt}))::float8 as "silentTs",
  ${maintenance} as maintenance, starter.name as "startedBy", stopper.name as "stoppedBy", t.version`;

/** The next maintenance of a node that runs the task. One look per statement skips the search while none is planned. */
const MAINTENANCE = `case when (select exists (select from maintenance_window where state in ('planned', 'open'))
    or exists (select from drain_plan))
  then (select json_build_object('from_ts', floor(extract(epoch from next.from_at))::int,
      'to_ts', floor(extract(epoch from next.to_at))::int)
    from placement p cross join lateral (
      select w.from_at, w.to_at from maintenance_window w where w.node_id = p.node_id and w.state in ('planned', 'open')
      union all select x.empty_by, null from drain_plan x where x.node_id = p.node_id) next
    where p.resv_guid = t.resv_guid and p.ended_at is null and p.run order by next.from_at limit 1) end`;

/** Joins the members who started and stopped a task (16.5), alias `t`: a sub-select would run for each row. */
export const MEMBERS = `left join user_account starter on starter.id = t.created_by_id
  left join user_account stopper on stopper.id = t.stopped_by_id`;

/** What a `StoredJob` is made of at `now`, alias `t`, with its `MEMBERS`. */
export const jobColumns = (now: `$${number}`) =>
  columns(ownEnd("t"), `case when t.charged_to is not null then ${silentSince(now, "t")} end`, MAINTENANCE);

/** The same of a task that has ended: it is charged no more and runs on no node. */
export const ENDED = columns("null::timestamptz", "null::timestamptz", "null::json");

/** Unfinished tasks, worded like the index that finds them in a long history (`task_unfinished_name`). */
export const IS_UNFINISHED = "(case when t.finished_at is null then t.task_name end) is not null";

/**
 * A tenant's tasks: all unfinished ones, then up to `limit` finished ones, newest first (3.3). `beforeTs` (epoch
 * seconds) continues with finished tasks that were accepted earlier; those that are unfinished are not repeated.
 */
export async function listJobs({
  tenantId,
  limit = JOBS_LIMIT,
  beforeTs,
  now,
}: {
  tenantId: number;
  limit?: number;
  beforeTs?: number | undefined;
  now: Date;
}): Promise<JobRow[]> {
  const rows =
    beforeTs === undefined
      ? // Sub-selects keep the values from the planner: for whom has fewer tasks than most it would plan at each request,
        // which takes longer than the answer (decision 0415).
        await prepared.query<StoredJob>(
          `(select ${jobColumns("$3")} from task t ${MEMBERS}
            where t.tenant_id = (select $1::int) and ${IS_UNFINISHED}
            order by t.accepted_at desc, t.resv_guid)
           union all
           (select ${ENDED} from task t ${MEMBERS}
            where t.tenant_id = (select $1::int) and t.finished_at is not null
            order by t.accepted_at desc, t.resv_guid limit (select $2::int))`,
          [tenantId, limit, now],
        )
      : // Far back in a long history a plan for any time reads all that is newer.
        await db.query<StoredJob>(
          `select ${ENDED} from task t ${MEMBERS}
           where t.tenant_id = $1 and t.finished_at is not null and t.accepted_at < $3
           order by t.accepted_at desc, t.resv_guid limit $2`,
          [tenantId, limit, new Date(beforeTs * 1000)],
        );
  return rows.map((row) => toJobRow(row, now, fingerprintOfLine));
}

/** The rows of some tasks with their tenants' names, for the live event. */
export async function readJobEvents({
  resvGuids,
  now,
}: {
  resvGuids: readonly string[];
  now: Date;
}): Promise<{ tenantName: string; job: JobRow }[]> {
  const rows = await db.query<StoredJob & { tenantName: string }>(
    `select ${jobColumns("$2")}, tenant.tenant_name as "tenantName" from task t ${MEMBERS} join tenant on tenant.id = t.tenant_id
     where t.resv_guid = any($1::uuid[])`,
    [resvGuids, now],
  );
  return rows.map((row) => ({ tenantName: row.tenantName, job: toJobRow(row, now, fingerprintOfLine) }));
}

/** The rows of some tasks, in no order. */
export async function readJobs({ resvGuids, now }: { resvGuids: readonly string[]; now: Date }): Promise<JobRow[]> {
  return (await readJobEvents({ resvGuids, now })).map(({ job }) => job);
}
