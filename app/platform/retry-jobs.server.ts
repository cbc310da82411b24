import { transaction } from "./db.server";
import { writeAudit } from "./write-audit.server";
import { HAS_FAILED } from "./job-queue.server";
import { M } from "./messages";
import { Refusal } from "./refusal";

/**
 * Has a kind of job that failed for good tried again, as often as a new one. One of them does what all of them were to do, since
 * each looks at how things stand: the newest stays, the others go.
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
