import { db, errorCode, transaction } from "~/platform/db.server";
import { JOB_WAIT_MAX_S, readJobQueue } from "~/platform/job-queue.server";
import { TICK_NAMES, TICK_SECONDS } from "~/platform/ticks";

const DATABASE_WITHIN_MS = 1_000;
const INTERVALS = 3;
const DISK_FULL = "53100";

/** The look under way, which serves all who ask: anybody may, and many looks would take all connections. */
let looking: Promise<string | null> | null = null;

/**
 * Finds what keeps the product from working, in one word: `database`, its full `disk`, a tick that stopped, or the queue
 * of `jobs` (4.3).
 * Null if all works.
 */
export async function findUnready(): Promise<string | null> {
  looking ??= look().finally(() => (looking = null));
  return await looking;
}

async function look(): Promise<string | null> {
  const late = await Promise.race([findLate(), afterMs(DATABASE_WITHIN_MS)]).catch((error: unknown) =>
    errorCode(error) === DISK_FULL ? "disk" : undefined,
  );
  return late === undefined ? "database" : late;
}

async function findLate(): Promise<string | null> {
  const [tick, queue] = await Promise.all([findLateTick(), readJobQueue(), needRoom()]);
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

/** Fails on a full disk, by a temporary file of 320 KB: ticks change rows in place, and go on there while new rows fail. */
async function needRoom(): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(`set local work_mem = '64kB'`);
    await tx.query(`select from unnest(array_fill(repeat('-', 8000), array[40]))`);
  });
}

function afterMs(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
