import { z } from "zod";
import { ownEnd } from "~/money/own-end-sql";
import { chargedUntil } from "~/money/read-available.server";
import { db, prepared } from "~/platform/db.server";
import { record, type Row, ts, tsOrZero } from "~/platform/record";
import { likelyStart, WAITS_FOR_MORE } from "./likely-start-sql";
import { NETWORKS } from "./gpu-sizes";
import { AGENT_OPTIONS, HAS_WATCHDOG } from "./inside/tasks/agent-options";
import { TASK_STATES } from "./task-states";

/** Limit of ended tasks in a list. */
export const JOBS_LIMIT = 200;

const whileRunning = (sql: string, otherwise: string) =>
  `case when t.state = 'running' then ${sql} else ${otherwise} end`;

/**
 * SQL for posted seconds and, while it runs, those since; a requested end and a silent node end the count (B2, A37).
 */
const UPTIME = `t.charged_seconds + case when t.charged_to is null then 0 else greatest(0,
  ${ts(`least($now::timestamptz, ${chargedUntil("$now", "t")})`)} - ${ts("t.charged_to")}) end`;

const HOST_KEY = "split_part(t.ssh_host_key, ' ', 2)";
/** SQL; null for a line without a key. A pattern for whole base64 costs ten times the hash. */
const FINGERPRINT = `case when ${HOST_KEY} ~ '^[A-Za-z0-9+/]+={0,2}$' and length(${HOST_KEY}) % 4 = 0
  then 'SHA256:' || rtrim(encode(sha256(decode(${HOST_KEY}, 'base64')), 'base64'), '=') end`;

/**
 * The next maintenance of a node that runs the task. One check per statement skips the search while none is planned.
 */
const MAINTENANCE = `case when t.finished_at is null and (select
    exists (select from maintenance_window where state in ('planned', 'open')) or exists (select from drain_plan))
  then (select json_build_object('from_ts', floor(extract(epoch from next.from_at))::int,
      'to_ts', floor(extract(epoch from next.to_at))::int)
    from placement p cross join lateral (
      select w.from_at, w.to_at from maintenance_window w where w.node_id = p.node_id and w.state in ('planned', 'open')
      union all select x.empty_by, null from drain_plan x where x.node_id = p.node_id) next
    where p.resv_guid = t.resv_guid and p.ended_at is null and p.run order by next.from_at limit 1) end`;

/** The earliest date by which a machine of a task is maintained or taken out of service. */
const Maintenance = z.object({
  from_ts: z.int(),
  to_ts: z.int().nullable().meta({ description: "Null: the machine is being taken out of service" }),
});
export type TaskMaintenance = z.output<typeof Maintenance>;

const LikelyStart = z.object({ from_ts: z.int(), until_ts: z.int().nullable() });

/** A task (3.3, 5.2), alias `t`, with its `MEMBERS`, at `$now`. */
export const JOB = record({
  task_name: { type: z.string(), sql: "t.task_name" },
  display_name: { type: z.string(), sql: "t.display_name" },
  tags: { type: z.array(z.string()), sql: "t.tags" },
  gpu_type: { type: z.string(), sql: "t.gpu_type" },
  gpus_min: { type: z.int(), sql: "t.gpus_min" },
  ts_scheduled: { type: z.int(), sql: ts("t.accepted_at") },
  ts_started: { type: z.int(), sql: tsOrZero("t.started_at") },
  ts_finished: { type: z.int(), sql: tsOrZero("t.finished_at") },
  uptime: { type: z.int(), sql: UPTIME },
  status: {
    type: z.enum(["running", "killed", "unknown"]),
    sql: `case when t.state = 'running' then 'running' when t.state in ('killed', 'failed', 'lost') then 'killed' else 'unknown' end`,
  },
  ssh_addr: { type: z.string(), sql: whileRunning("t.ssh_addr", "''") },
  ssh_host_key: { type: z.string(), sql: whileRunning("t.ssh_host_key", "''") },
  ssh_host_fingerprint: {
    type: z.string(),
    means: [
      "Fingerprint of the SSH server's key, SHA256:…; empty until it runs",
      "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
    ],
    sql: whileRunning(`coalesce(${FINGERPRINT}, '')`, "''"),
  },
  resv_guid: { type: z.string(), sql: "t.resv_guid" },
  state: { type: z.enum(TASK_STATES), sql: "t.state" },
  // A task with a position that must be placed again waits like a queued one.
  reason: {
    type: z.string(),
    sql: "case when t.state = 'queued' or t.position is not null then t.wait_reason else t.reason end",
  },
  gpus: { type: z.int(), sql: "case when t.gpus_granted = 0 then t.gpus_min else t.gpus_granted end" },
  pph: { type: z.int(), sql: "t.pph" },
  cluster_name: { type: z.string(), sql: "t.cluster_name" },
  network: { type: z.enum(NETWORKS), sql: "t.network" },
  agent: { type: z.enum(AGENT_OPTIONS), sql: "t.agent" },
  position: { type: z.int().nullable(), sql: "t.position" },
  max_seconds: { type: z.int(), sql: "t.max_seconds" },
  max_dollars: { type: z.number(), sql: "t.max_cents / 100::float8" },
  idle_minutes: {
    type: z.int(),
    means: [
      "Minutes of idle GPUs after which agents stats-watchdog and block-mining stop the task; 0 for other agents",
      60,
    ],
    sql: `case when t.${HAS_WATCHDOG} then t.idle_minutes else 0 end`,
  },
  ts_ends: { type: z.int(), sql: whileRunning(tsOrZero(ownEnd("t")), "0") },
  maintenance: {
    type: Maintenance.nullable(),
    means: ["The next planned maintenance of a machine that it runs on; null: none is known"],
    sql: MAINTENANCE,
  },
  likely_start: {
    type: LikelyStart.nullable(),
    means: [
      "While it is queued, the time in which the newest forecast starts it; null: none is possible. `until_ts` null: it is unlikely to start before `from_ts`, and more is not known",
    ],
    sql: `case when t.state = 'queued' and t.wait_reason not in (${WAITS_FOR_MORE}) then
      (select row_to_json(likely) from (${likelyStart("t.resv_guid", "$now")}) likely) end`,
  },
  started_by: {
    type: z.string().nullable(),
    means: ["Name of the member who started it; null if that was not recorded", "User 1042"],
    sql: "starter.name",
  },
  stopped_by: {
    type: z.string().nullable(),
    means: ["Name of the member who stopped it; null if no member did"],
    sql: "stopper.name",
  },
  version: { type: z.int(), sql: "t.version" },
});
export type JobRow = Row<typeof JOB>;

/** Joins the members who started and stopped a task (16.5), alias `t`: a sub-select would run for each row. */
export const MEMBERS = `left join user_account starter on starter.id = t.created_by_id
  left join user_account stopper on stopper.id = t.stopped_by_id`;

/** Unfinished tasks, worded like the index that finds them in a long history (`task_unfinished_name`). */
export const IS_UNFINISHED = "(case when t.finished_at is null then t.task_name end) is not null";

/**
 * Sub-selects hide the values from the planner: for a tenant with few tasks it would plan every request, which takes
 * longer than the answer (decision 0415). The columns are named once, because the start of the statement costs a third of
 * a short list.
 */
const NEWEST = `select ${JOB.columns} from (
    (select * from task t where t.tenant_id = (select $tenantId::int) and ${IS_UNFINISHED})
    union all
    (select * from task t where t.tenant_id = (select $tenantId::int) and t.finished_at is not null
     order by t.accepted_at desc, t.resv_guid limit (select $limit::int))) t ${MEMBERS}
  order by t.finished_at is not null, t.accepted_at desc, t.resv_guid`;

/**
 * Lists a tenant's tasks: all unfinished ones, then up to `limit` finished ones, newest first (3.3). `beforeTs` (epoch
 * seconds) continues with finished tasks that were accepted earlier, without the unfinished ones.
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
  if (beforeTs !== undefined) {
    // A generic plan would read everything newer than the position, which may be far back in a long history.
    return await db.query<JobRow>(
      `select ${JOB.columns} from task t ${MEMBERS}
       where t.tenant_id = $tenantId and t.finished_at is not null and t.accepted_at < $before
       order by t.accepted_at desc, t.resv_guid limit $limit`,
      { now, tenantId, limit, before: new Date(beforeTs * 1000) },
    );
  }
  return await prepared.query<JobRow>(NEWEST, { now, tenantId, limit });
}

/** The rows of some tasks with their tenants' names, for the live event. */
export async function readJobEvents({
  resvGuids,
  now,
}: {
  resvGuids: readonly string[];
  now: Date;
}): Promise<{ tenantName: string; job: JobRow }[]> {
  const rows = await db.query<JobRow & { tenantName: string }>(
    `select ${JOB.columns}, tenant.tenant_name as "tenantName" from task t ${MEMBERS} join tenant on tenant.id = t.tenant_id
     where t.resv_guid = any($resvGuids::uuid[])`,
    { now, resvGuids },
  );
  return rows.map(({ tenantName, ...job }) => ({ tenantName, job }));
}

/** Reads the rows of these tasks, in no particular order. */
export async function readJobs({ resvGuids, now }: { resvGuids: readonly string[]; now: Date }): Promise<JobRow[]> {
  return (await readJobEvents({ resvGuids, now })).map(({ job }) => job);
}
