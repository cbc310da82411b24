import { db } from "./db.server";

/** A job that could begin and that nobody takes for so long: the queue is not doing its work (4.3). */
export const JOB_WAIT_MAX_S = 600;

/** How the queue of jobs fares, as the database knows it. */
export interface JobQueue {
  /** A worker holds the lease under which jobs are done. */
  runs: boolean;
  /** Jobs whose time has come and that nobody is at. */
  due: number;
  /** How long the oldest of them waits, in seconds. */
  oldestDue: number;
  /** The same of those that could begin: not behind another job of their queue that is being done. */
  oldestReady: number;
  /** Jobs that have been tried as often as they may be. */
  failed: number;
}

/** The lease of a pool of workers that does jobs. */
export function leaseOfPool(poolId: string): string {
  return `jobs:${poolId}`;
}

/**
 * SQL. A job that was asked for again while it was done: the new one took its name and its tries, and does its work. Those of
 * the timetable have no name either, but say in their payload that they are.
 */
export const IS_SUPERSEDED = `job.locked_at is null and job.key is null and job.attempts >= job.max_attempts
  and not job.payload::jsonb ? '_cron'`;

/** SQL. A job that has been tried as often as it may be. */
export const HAS_FAILED = `(job.locked_at is null and job.attempts >= job.max_attempts and not (${IS_SUPERSEDED}))`;

/** The queue's tables are made by the first worker: before that there is no job. */
export async function readJobQueue(): Promise<JobQueue> {
  const [{ runs = false, made = false } = {}] = await db.query<{ runs: boolean; made: boolean }>(
    `select exists (select from job_lease where job like $1 and expires_at > clock_timestamp()) as runs,
       to_regclass('graphile_worker._private_jobs') is not null as made`,
    [leaseOfPool("%")],
  );
  const [jobs] = made ? await db.query<Omit<JobQueue, "runs">>(COUNT) : [];
  return { ...(jobs ?? { due: 0, oldestDue: 0, oldestReady: 0, failed: 0 }), runs };
}

/** Ages are reckoned by the database, whose clock set the times. Who waits for a retry is not due before it. */
const COUNT = `
  select count(*) filter (where due)::int as due,
    coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where due)), 0)::float8 as "oldestDue",
    coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where due and free)), 0)::float8 as "oldestReady",
    count(*) filter (where over)::int as failed
  from (
    select job.run_at, job.locked_at is null and job.attempts < job.max_attempts and job.run_at <= clock_timestamp() as due,
      queue.locked_at is null as free, ${HAS_FAILED} as over
    from graphile_worker._private_jobs job left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
  ) jobs`;

const ERROR_MAX_CHARACTERS = 300;

/** A kind of job that waits or was given up. */
export interface JobTrouble {
  job: string;
  due: number;
  failed: number;
  /** Since when the oldest of them should have been done. */
  since: Date;
  /** The first line of the error of the newest failed job; else empty. */
  error: string;
}

/** Kinds of jobs that were given up, or of which one is due for longer than it should be, the oldest first. */
export async function listJobTroubles({ limit }: { limit: number }): Promise<JobTrouble[]> {
  const [{ made = false } = {}] = await db.query<{ made: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as made`,
  );
  if (!made) return [];
  return await db.query<JobTrouble>(
    `select task.identifier as job, count(*) filter (where not ${HAS_FAILED})::int as due,
       count(*) filter (where ${HAS_FAILED})::int as failed, min(run_at) as since,
       coalesce(split_part((array_agg(left(last_error, ${ERROR_MAX_CHARACTERS}) order by job.id desc)
         filter (where ${HAS_FAILED}))[1], chr(10), 1), '') as error
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where ${HAS_FAILED} or (job.locked_at is null and job.attempts < job.max_attempts
       and run_at < clock_timestamp() - $1 * interval '1 second')
     group by 1 order by since, 1 limit $2`,
    [JOB_WAIT_MAX_S, limit],
  );
}
