import pg from "pg";
import { env } from "~/env.server";
import { log } from "../log";

const LOCK_SPACE = 7433;
const HEARTBEAT_MS = 3_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Which jobs this process leads. A job has one leader at a time: the process whose session holds the job's advisory
 * lock. When that process dies the database ends its session and frees the lock; when its machine vanishes the
 * keep-alives of this session notice within 15 s (0.2).
 */
export class Leadership {
  #client: pg.Client | null = null;
  readonly #led = new Set<string>();
  #timer: ReturnType<typeof setInterval> | null = null;

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), HEARTBEAT_MS);
  }

  /** Whether this process leads the job now; takes the lead when nobody has it. */
  async leads(job: string): Promise<boolean> {
    if (this.#led.has(job)) return true;
    const client = await this.#connected();
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock($1, hashtext($2)) as taken`,
      [LOCK_SPACE, job],
    );
    if (rows[0]?.taken) {
      this.#led.add(job);
      log.info({ job }, "leads");
    }
    return this.#led.has(job);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#client?.end().catch(() => {});
    this.#forget();
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: "millrace-leader",
    });
    client.on("error", () => this.#forget());
    client.on("end", () => this.#forget());
    await client.connect();
    await client.query(
      `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 2`,
    );
    this.#client = client;
    return client;
  }

  async #beat(): Promise<void> {
    try {
      await this.#client?.query("select 1");
    } catch {
      const client = this.#client;
      this.#forget();
      await client?.end().catch(() => {});
    }
  }

  #forget(): void {
    if (this.#led.size > 0) log.warn({ jobs: [...this.#led] }, "lost the lead: the database session ended");
    this.#led.clear();
    this.#client = null;
  }
}
