import { db, prepared } from "~/db.server";
import { ownEnd } from "~/domain/billing/own-end-sql";
import { silentSince } from "~/domain/billing/read-available.server";
import { fingerprintOfLine } from "~/domain/ssh-keys/fingerprint.server";
import { type JobRow, type StoredJob, toJobRow } from "./job-row";

export type { JobRow } from "./job-row";

/** JOBS_LIMIT */
const LIMIT = 200;

const epoch = (at: string) => `floor(extract(epoch from t.${at}))::int`;

/** What a `StoredJob` is made of at `now`, alias `t`. */
export const jobColumns = (
  now: `$${number}`,
) => `t.resv_guid as "resvGuid", t.task_name as "taskName", t.gpu_type as "gpuType",
  t.gpus_min as "gpusMin", t.gpus_granted as "gpusGranted", ${epoch("accepted_at")} as "acceptedTs",
  ${epoch("started_at")} as "startedTs", ${epoch("finished_at")} as "finishedTs", ${epoch("stop_at")} as "stopTs", ${epoch("charged_to")} as "chargedToTs",
  t.charged_seconds as "chargedSeconds", t.state, t.reason, t.wait_reason as "waitReason", t.pph,
  t.cluster_name as "clusterName", t.network, t.agent, t.position, t.ssh_addr as "sshAddr",
  t.ssh_host_key as "sshHostKey", t.max_seconds as "maxSeconds", t.max_cents as "maxCents",
  t.idle_minutes as "idleMinutes", floor(extract(epoch from ${ownEnd("t")}))::float8 as "ownEndTs",
  floor(extract(epoch from case when t.charged_to is not null then ${silentSince(now, "t")} end))::float8 as "silentTs",
  t.version`;

/**
 * A tenant's tasks: all unfinished ones, then up to `limit` finished ones, newest first (3.3). `beforeTs` (epoch
 * seconds) continues with finished tasks that were accepted earlier; those that are unfinished are not repeated.
 */
export async function listJobs({
  tenantId,
  limit = LIMIT,
  beforeTs,
  now,
}: {
  tenantId: number;
  limit?: number;
  beforeTs?: number | undefined;
  now: Date;
}): Promise<JobRow[]> {
  const before = beforeTs === undefined ? null : new Date(beforeTs * 1000);
  // Far back in a long history a plan for any time reads all that is newer.
  const rows = await (before === null ? prepared : db).query<StoredJob>(
    `(select ${jobColumns("$4")} from task t
      where t.tenant_id = $1 and t.finished_at is null and $3::timestamptz is null
      order by t.accepted_at desc, t.resv_guid)
     union all
     (select ${jobColumns("$4")} from task t
      where t.tenant_id = $1 and t.finished_at is not null
        and ($3::timestamptz is null or t.accepted_at < $3)
      order by t.accepted_at desc, t.resv_guid limit $2)`,
    [tenantId, limit, before, now],
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
    `select ${jobColumns("$2")}, tenant.tenant_name as "tenantName" from task t join tenant on tenant.id = t.tenant_id
     where t.resv_guid = any($1::uuid[])`,
    [resvGuids, now],
  );
  return rows.map((row) => ({ tenantName: row.tenantName, job: toJobRow(row, now, fingerprintOfLine) }));
}

/** The rows of some tasks, in no order. */
export async function readJobs({ resvGuids, now }: { resvGuids: readonly string[]; now: Date }): Promise<JobRow[]> {
  return (await readJobEvents({ resvGuids, now })).map(({ job }) => job);
}
