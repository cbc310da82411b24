import { db } from "~/db.server";
import { TICK_NAMES, TICK_SECONDS } from "~/domain/ticks";

const DATABASE_WITHIN_MS = 1_000;
const INTERVALS = 3;

/** What keeps the product from working, in one word, or null: `database`, or a job that stopped ticking (4.3). */
export async function findUnready(): Promise<string | null> {
  const late = await Promise.race([findLateJob(), afterMs(DATABASE_WITHIN_MS)]).catch(() => undefined);
  return late === undefined ? "database" : late;
}

/** Ages are reckoned by the database, whose clock wrote the ticks. */
async function findLateJob(): Promise<string | null> {
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
