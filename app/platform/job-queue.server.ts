import { db } from "./db.server";

/** Seconds after which a ready job that no worker takes shows that the queue is stuck (4.3). */
export const JOB_WAIT_MAX_S = 600;

/** State of the job queue in the database. */
export interface JobQueue {
  /** A worker holds the lease for jobs. */
  runs: boolean;
  /** Number of due jobs that no worker has locked. */
  due: number;
  /** Seconds that the oldest due job has waited. */
  oldestDue: number;
  /** Seconds that the oldest ready job has waited; a job behind another one of its queue is not ready. */
  oldestReady: number;
  /** Jobs that have used up their attempts. */
  failed: number;
}

/** The lease of a pool of workers that does jobs. */
export function leaseOfPool(poolId: string): string {
  return `jobs:${poolId}`;
}

/**
 * SQL: the job was requested again while it ran, and the new one took over its key, its attempts and its work. Jobs of
 * the timetable have no key either, but their payload marks them.
 */
export const IS_SUPERSEDED = `job.locked_at is null and job.key is null and job.attempts >= job.max_attempts
  and not job.payload::jsonb ? '_cron'`;

/** SQL: the job has used up its attempts. */
export const HAS_FAILED = `(job.locked_at is null and job.attempts >= job.max_attempts and not (${IS_SUPERSEDED}))`;

/** Reads the queue's state. The first worker creates its tables; without them there are no jobs. */
export async function readJobQueue(): Promise<JobQueue> {
  const [{ runs = false, made = false } = {}] = await db.query<{ runs: boolean; made: boolean }>(
    `select exists (select from job_lease where job like $1 and expires_at > clock_timestamp()) as runs,
       to_regclass('graphile_worker._private_jobs') is not null as made`,
    [leaseOfPool("%")],
  );
  const [jobs] = made ? await db.query<Omit<JobQueue, "runs">>(COUNT) : [];
  return { ...(jobs ?? { due: 0, oldestDue: 0, oldestReady: 0, failed: 0 }), runs };
}

/** The database computes ages, because its clock set the times. A job that waits for a retry is not due before it. */
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

/** A kind of job that is late or has failed for good. */
export interface JobTrouble {
  job: string;
  due: number;
  failed: number;
  /** The time at which the oldest of them was due. */
  since: Date;
  /** The first line of the error of the newest failed job; else empty. */
  error: string;
}

/** Lists kinds of jobs that failed for good or are overdue, oldest first. */
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
