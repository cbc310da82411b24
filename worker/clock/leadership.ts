import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Lead } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { log } from "../log";

const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
const ANSWER_WITHIN_MS = 3_000;

const LEASE_END = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;
/** SQL: the lease is free. A killed process's lease need not expire, because the database has ended its session. */
const IS_FREE = `(job_lease.expires_at <= clock_timestamp()
  or not exists (select from pg_stat_activity where pid = job_lease.session))`;

interface Lease extends Lead {
  /**
   * End of the lease by this process's clock, never later than by the database's: after it another process may lead.
   */
  untilMs: number;
}

/**
 * The jobs that this process leads. A job has one leader at a time: the process that holds its lease. A leader that is
 * killed, frozen or cut off does not renew it, and another one takes over. If the old one returns, the number of its
 * lease is too old and its writes are refused (A39).
 */
export class Leadership {
  readonly #holder = randomUUID();
  readonly #leases = new Map<string, Lease>();
  /** Separate connection, so that leases are renewed however busy the others are. */
  readonly #database = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max: 1,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    idleTimeoutMillis: 0,
    application_name: "millrace-leader",
  });
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor() {
    this.#database.on("error", () => {});
    this.#database.on("connect", (client) => client.on("error", () => {}));
  }

  start(): void {
    // If one renewal fails, the next makes up for it, or the lease expires.
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), RENEW_MS);
  }

  /** Returns the lead of the job if this process has it or takes it over; else null. */
  async take(job: string): Promise<Lead | null> {
    const lease = this.#leases.get(job);
    if (lease && performance.now() < lease.untilMs) return lease;
    const askedMs = performance.now();
    const { rows } = await this.#database.query<{ fence: string }>(
      `insert into job_lease (job, holder, session, fence, expires_at) values ($1, $2, pg_backend_pid(), 1, ${LEASE_END})
       on conflict (job) do update set holder = $2, session = pg_backend_pid(), fence = job_lease.fence + 1,
           expires_at = ${LEASE_END}
         where job_lease.holder = $2 or ${IS_FREE}
       returning fence`,
      [job, this.#holder],
    );
    const [taken] = rows;
    if (!taken) {
      if (this.#leases.delete(job)) log.warn({ job }, "another worker leads by now");
      return null;
    }
    if (!lease) log.info({ job }, "leads");
    const renewed = { job, fence: BigInt(taken.fence), untilMs: askedMs + LEASE_MS };
    this.#leases.set(job, renewed);
    return renewed;
  }

  /** Releases all leases, so that the next leader need not wait for their end. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#leases.clear();
    await this.#database
      .query(`update job_lease set expires_at = clock_timestamp() where holder = $1`, [this.#holder])
      .catch(() => {});
    await this.#database.end();
  }

  async #renew(): Promise<void> {
    const held = [...this.#leases.values()];
    if (held.length === 0) return;
    const askedMs = performance.now();
    const { rows } = await this.#database.query<{ job: string }>(
      `update job_lease set expires_at = ${LEASE_END}, session = pg_backend_pid()
       from unnest($2::text[], $3::bigint[]) as held(job, fence)
       where job_lease.job = held.job and job_lease.fence = held.fence and holder = $1
       returning job_lease.job`,
      [this.#holder, held.map(({ job }) => job), held.map(({ fence }) => String(fence))],
    );
    const renewed = new Set(rows.map(({ job }) => job));
    for (const lease of held) if (renewed.has(lease.job)) lease.untilMs = askedMs + LEASE_MS;
  }
}
