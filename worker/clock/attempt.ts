import { db, Overtaken, prepared, presentLead } from "~/platform/db.server";
import { PartFailed } from "~/platform/for-each";
import { log } from "../log";

const SAID_AGAIN_MS = 3_600_000;
/** Present fault of each row, in words, and the time of its last log line. */
const failing = new Map<string, { fault: string; saidMs: number }>();

/**
 * Runs one row of the timetable. Its failure does not affect other rows: it is logged when it is new and then each
 * hour, and the caller retries.
 */
export async function attempt<T>(job: string, work: () => Promise<T>, stopped = () => false): Promise<T> {
  try {
    const answer = await work();
    if (failing.delete(job)) log.info({ job }, "works again");
    return answer;
  } catch (error) {
    if (!stopped()) logFault(job, error);
    throw error;
  }
}

/** Logs a fault, but not each time: a lost database would fill the log. */
function logFault(job: string, error: unknown): void {
  const [fault, nowMs] = [String(error), performance.now()];
  const last = failing.get(job);
  if (last?.fault === fault && nowMs - last.saidMs < SAID_AGAIN_MS) return;
  log.error({ job, err: error }, "failed, trying again");
  failing.set(job, { fault, saidMs: nowMs });
}

/** Notes in `job_tick` that a row ran, or counts its fault: for /readyz and the metrics. Belongs under the row's lead. */
export async function recorded<T>(job: string, work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work().catch(async (fault: unknown) => {
      // The rest was done: the fault of one tenant or step takes no web process out of service (/readyz).
      if (fault instanceof PartFailed) await recordRun(job);
      throw fault;
    });
    await recordRun(job);
    return answer;
  } catch (fault) {
    await countFault(job).catch(() => {});
    throw fault;
  }
}

/** Records a run, in one statement: ticks do so several times a second. Only the row's leader can. */
async function recordRun(job: string): Promise<void> {
  const lead = presentLead();
  const rows = await prepared.query(RECORD_RUN, {
    job,
    worker: String(process.pid),
    lead: lead?.job ?? null,
    fence: lead?.fence ?? null,
  });
  if (lead && rows.length === 0) throw new Overtaken(lead);
}

const RECORD_RUN = `
  insert into job_tick (job, at, since, worker)
  select $job::text, now(), now(), $worker::text
  where $lead::text is null
    or exists (select from job_lease where job_lease.job = $lead and fence = $fence::bigint for share)
  on conflict (job) do update set at = excluded.at, worker = excluded.worker
  returning job`;

/** Counts a fault; a row that never ran has the time 0. */
async function countFault(job: string): Promise<void> {
  await db.query(
    `insert into job_tick (job, at, since, worker, faults) values ($1, 'epoch', 'epoch', $2, 1)
     on conflict (job) do update set faults = job_tick.faults + 1`,
    [job, String(process.pid)],
  );
}
