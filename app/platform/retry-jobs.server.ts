import { transaction } from "./db.server";
import { writeAudit } from "./write-audit.server";
import { HAS_FAILED } from "./job-queue.server";
import { M } from "./messages";
import { Refusal } from "./refusal";

/**
 * Retries a kind of job that failed permanently, with the attempts of a new job. One job does the work of all, because
 * it acts on the present state: the newest stays, the others are deleted.
 */
export async function retryJobs(given: { job: string; userId: number; requestId: string; now: Date }): Promise<void> {
  const { job, userId, requestId, now } = given;
  await transaction(async (tx) => {
    const failed = await tx.query<{ id: bigint; error: string | null }>(
      `select job.id, job.last_error as error from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = $1 and ${HAS_FAILED} order by job.id desc for update of job`,
      [job],
    );
    const [newest, ...others] = failed;
    if (!newest) throw new Refusal(M.notFound, { status: 404 });
    await tx.query(`select from graphile_worker.complete_jobs($1::bigint[])`, [others.map(({ id }) => id)]);
    await tx.query(`select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => 0)`, [
      newest.id,
    ]);
    const audit = { userId, action: "job.retry", target: `job:${job}`, requestId, now };
    await writeAudit({ ...audit, before: { failed: failed.length, error: newest.error ?? "" } }, tx);
  });
}
