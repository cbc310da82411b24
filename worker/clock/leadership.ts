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
  /** One connection for all locks, also while it is being opened. */
  #client: Promise<pg.Client> | null = null;
  #session: pg.Client | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #led = new Set<string>();
  #timer: ReturnType<typeof setInterval> | null = null;

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), HEARTBEAT_MS);
  }

  /** Whether this process leads the job now; takes the lead when nobody has it. */
  async leads(job: string): Promise<boolean> {
    if (this.#led.has(job)) return true;
    return await this.#inTurn(() => this.#take(job));
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#led.clear();
    await this.#close();
  }

  async #take(job: string): Promise<boolean> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock($1, hashtext($2)) as taken`,
      [LOCK_SPACE, job],
    );
    // The session may have ended in between, and the lock with it.
    if (!rows[0]?.taken || this.#session !== client) return false;
    this.#led.add(job);
    log.info({ job }, "leads");
    return true;
  }

  /** A connection answers one question at a time. */
  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#turn.then(ask);
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: "millrace-leader",
    });
    client.on("error", () => this.#forget(client));
    client.on("end", () => this.#forget(client));
    try {
      await client.connect();
      await client.query(
        `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 2`,
      );
      this.#session = client;
      return client;
    } catch (error) {
      this.#client = null;
      await client.end().catch(() => {});
      throw error;
    }
  }

  async #beat(): Promise<void> {
    try {
      await this.#inTurn(async () => await (await this.#client)?.query("select 1"));
    } catch {
      await this.#close();
    }
  }

  /** Ends the session, and with it every lock it holds, before another one is opened. */
  async #close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => {});
    if (client) this.#forget(client);
  }

  #forget(client: pg.Client): void {
    if (this.#session !== client) return;
    if (this.#led.size > 0) log.warn({ jobs: [...this.#led] }, "lost the lead: the database session ended");
    this.#led.clear();
    this.#client = null;
    this.#session = null;
  }
}
