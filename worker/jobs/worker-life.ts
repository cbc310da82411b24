import pg from "pg";
import type { Lead } from "~/platform/db.server";
import { IS_SUPERSEDED, leaseOfPool } from "~/platform/job-queue.server";
import { env } from "~/platform/env.server";
import { log } from "../log";

const BEAT_MS = 2_500;
const ANSWER_WITHIN_MS = 2_500;
/** Three beats may fail. */
const LEASE_MS = 10_000;
/**
 * Consecutive checks, one a beat, that must find an expired lease: after an outage of the database all leases expire
 * once.
 */
const LOOKS = 2;
const FORGET_AFTER = "1 hour";

const LEASE_END = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;

/**
 * Shows that this process's pool of workers lives, and frees the jobs of dead pools. A process that is killed or frozen
 * leaves its job locked, and with it the whole queue of that name; graphile-worker itself waits four hours for it.
 * The sign of life is a lease in the pool's name. A process that finds it expired removes it and frees the jobs, some 15 s
 * after the last sign. If the silent process comes back, its work on those jobs is refused (`asLeader`) (A39).
 */
export class WorkerLife {
  readonly #poolIds = new Set<string>();
  /** Consecutive times that a pool with jobs was found without a lease. */
  #missed = new Map<string, number>();
  /** Separate connection, so that leases are renewed however busy the others are. */
  readonly #database = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max: 1,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    idleTimeoutMillis: 0,
    application_name: "millrace-jobs",
  });
  /** Start of the last beat that renewed the leases of all pools. */
  #heldMs = -Infinity;
  #beating: Promise<void> | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor() {
    this.#database.on("error", () => {});
    this.#database.on("connect", (client) => client.on("error", () => {}));
  }

  start(): void {
    this.#timer = setInterval(() => void this.beat(), BEAT_MS);
  }

  /** Adds a pool of this process, by the id with which it locks jobs. */
  add(poolId: string): void {
    this.#poolIds.add(poolId);
    void this.beat();
  }

  /** True while the leases last: without them the work of its jobs is refused. */
  get holdsLeases(): boolean {
    return performance.now() - this.#heldMs < LEASE_MS;
  }

  /** The lead for a job of that pool, taken or renewed at this moment. */
  async lead(poolId: string): Promise<Lead> {
    const { rows } = await this.#database.query<{ fence: string }>(
      `insert into job_lease (job, holder, session, fence, expires_at)
       values ($1, $2, pg_backend_pid(), (extract(epoch from clock_timestamp()) * 1000000)::bigint, ${LEASE_END})
       on conflict (job) do update set session = excluded.session, expires_at = excluded.expires_at
       returning fence`,
      [leaseOfPool(poolId), poolId],
    );
    return { job: leaseOfPool(poolId), fence: BigInt(rows[0]?.fence ?? 0) };
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#beating;
    const own = [...this.#poolIds].map(leaseOfPool);
    await this.#database.query(`delete from job_lease where job = any($1)`, [own]).catch(() => {});
    await this.#database.end();
  }

  /** Runs one beat at a time: beats that a slow database delays are skipped, so that two never follow at once. */
  async beat(): Promise<void> {
    this.#beating ??= this.#live()
      // Observations from before an outage do not count after it.
      .catch(() => this.#missed.clear())
      .finally(() => (this.#beating = null));
    await this.#beating;
  }

  async #live(): Promise<void> {
    const startedMs = performance.now();
    for (const id of this.#poolIds) await this.lead(id);
    if (this.#poolIds.size > 0) this.#heldMs = startedMs;
    await this.#freeTheSilent();
    await this.#database.query(OPEN_LEFT_QUEUES);
    await this.#database.query(REMOVE_SUPERSEDED);
    await this.#database.query(
      `delete from job_lease where job like $1 and expires_at < clock_timestamp() - $2::interval`,
      [leaseOfPool("%"), FORGET_AFTER],
    );
  }

  async #freeTheSilent(): Promise<void> {
    const { rows } = await this.#database.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker.jobs where locked_by is not null and not exists (
         select from job_lease where job = $1 || locked_by and expires_at > clock_timestamp())`,
      [leaseOfPool("")],
    );
    const missed = new Map<string, number>();
    for (const { id } of rows) {
      const times = (this.#missed.get(id) ?? 0) + 1;
      if (times < LOOKS) missed.set(id, times);
      else await free(this.#database, id);
    }
    this.#missed = missed;
  }
}

/**
 * SQL that opens queues without a worker. A pool that was overtaken at the moment of finishing still reports its job,
 * which removes the job while another pool runs it: that pool could not open the queue again.
 */
const OPEN_LEFT_QUEUES = `
  update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
  where locked_by is not null and not exists (
    select from graphile_worker._private_jobs job where job.job_queue_id = queue.id and job.locked_by = queue.locked_by)`;

const REMOVE_SUPERSEDED = `delete from graphile_worker._private_jobs job where ${IS_SUPERSEDED}`;

/** Without its row a lease is never valid again: the next one of that pool has another number. */
async function free(database: pg.Pool, id: string): Promise<void> {
  await database.query(`delete from job_lease where job = $1 and expires_at <= clock_timestamp()`, [leaseOfPool(id)]);
  const { rowCount } = await database.query(
    `select graphile_worker.force_unlock_workers(array[$1]) where not exists (
       select from job_lease where job = $2)`,
    [id, leaseOfPool(id)],
  );
  if (rowCount) log.warn({ pool: id }, "freed the jobs of a worker that is gone or silent");
}
