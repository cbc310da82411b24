import pg from "pg";
import { env } from "~/env.server";
import { log } from "../log";

const LOCK_SPACE = 7434;
const BEAT_MS = 5_000;
/** Who has just taken a job has shown by then that he lives. */
const YOUNG = "15 seconds";

/**
 * Shows that the workers of this process's queue live, and frees the jobs of those that do not. A worker that is killed
 * leaves its job locked, and with it the whole queue of that name; graphile-worker itself waits four hours for it. The
 * sign of life is an advisory lock by the worker's id: when its process dies, the database frees it.
 */
export class WorkerLife {
  readonly #ids = new Set<string>();
  /** Those whose sign this session holds. */
  readonly #shown = new Set<string>();
  #session: pg.Client | null = null;
  #turn: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | null = null;

  start(): void {
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
  }

  /** A worker of this process; its sign is there with the next beat at the latest. */
  add(workerId: string): void {
    this.#ids.add(workerId);
    this.#beat();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#turn;
    await this.#session?.end().catch(() => {});
  }

  /** One after the other: a connection answers one question at a time. */
  #beat(): void {
    this.#turn = this.#turn.then(() => this.#live()).catch(() => this.#leave());
  }

  async #live(): Promise<void> {
    this.#session ??= await this.#connect();
    for (const id of this.#ids) {
      if (this.#shown.has(id)) continue;
      await ask(this.#session, "pg_try_advisory_lock", id);
      this.#shown.add(id);
    }
    await this.#freeTheDead(this.#session);
  }

  async #freeTheDead(session: pg.Client): Promise<void> {
    const { rows } = await session.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker.jobs where locked_at < now() - $1::interval`,
      [YOUNG],
    );
    for (const { id } of rows) {
      if (this.#ids.has(id) || !(await ask(session, "pg_try_advisory_lock", id))) continue;
      await session.query(`select graphile_worker.force_unlock_workers(array[$1])`, [id]);
      await ask(session, "pg_advisory_unlock", id);
      log.warn({ worker: id }, "freed the jobs of a worker that is gone");
    }
  }

  async #connect(): Promise<pg.Client> {
    const session = new pg.Client({
      connectionString: env.DATABASE_URL,
      keepAlive: true,
      connectionTimeoutMillis: BEAT_MS,
      query_timeout: BEAT_MS,
      application_name: "millrace-jobs",
    });
    session.on("error", () => void this.#leave());
    await session.connect();
    return session;
  }

  /** The next beat begins anew. */
  async #leave(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    this.#shown.clear();
    await session?.end().catch(() => {});
  }
}

type Ask = "pg_try_advisory_lock" | "pg_advisory_unlock";

async function ask(session: pg.Client, lock: Ask, id: string): Promise<boolean> {
  const { rows } = await session.query<{ done: boolean }>(`select ${lock}($1, hashtext($2)) as done`, [
    LOCK_SPACE,
    id,
  ]);
  return rows[0]?.done ?? false;
}
