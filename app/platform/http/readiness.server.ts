import { db } from "~/platform/db.server";
import { JOB_WAIT_MAX_S, readJobQueue } from "~/platform/job-queue.server";
import { TICK_NAMES, TICK_SECONDS } from "~/platform/ticks";

const DATABASE_WITHIN_MS = 1_000;
const INTERVALS = 3;

/**
 * Finds what keeps the product from working, in one word: `database`, a tick that stopped, or the queue of `jobs` (4.3).
 * Null if all works.
 */
export async function findUnready(): Promise<string | null> {
  const late = await Promise.race([findLate(), afterMs(DATABASE_WITHIN_MS)]).catch(() => undefined);
  return late === undefined ? "database" : late;
}

async function findLate(): Promise<string | null> {
  const [tick, queue] = await Promise.all([findLateTick(), readJobQueue()]);
  return tick ?? (queue.runs && queue.oldestReady <= JOB_WAIT_MAX_S ? null : "jobs");
}

/** The database computes ages, because its clock wrote the ticks. */
async function findLateTick(): Promise<string | null> {
  const rows = await db.query<{ job: string; age_seconds: number }>(
    `select job, extract(epoch from clock_timestamp() - at)::float as age_seconds from job_tick`,
  );
  const ages = new Map(rows.map((row) => [row.job, row.age_seconds]));
  const late = TICK_NAMES.find((job) => (ages.get(job) ?? Infinity) > TICK_SECONDS[job] * INTERVALS);
  return late ?? null;
}

function afterMs(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
