import pg from "pg";
import { env } from "~/env.server";
import { log } from "../log";

const LOCK_SPACE = 7434;
const BEAT_MS = 5_000;
/** Looks, one a beat, at which a worker must be without a sign: one that has lost its session has shown a new one by then. */
const LOOKS = 3;

/**
 * Shows that the workers of this process's queue live, and frees the jobs of those that do not. A worker that is killed
 * leaves its job locked, and with it the whole queue of that name; graphile-worker itself waits four hours for it. The
 * sign of life is an advisory lock by the worker's id: when its process dies, the database frees it. A process that is only
 * slow keeps it: the database asks nothing of it.
 */
export class WorkerLife {
  readonly #ids = new Set<string>();
  /** Those whose sign this session holds. */
  readonly #shown = new Set<string>();
  /** How many times in a row a worker that has jobs was found without a sign. */
  #missed = new Map<string, number>();
  #session: pg.Client | null = null;
  #beating: Promise<void> | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  start(): void {
    this.#timer = setInterval(() => void this.beat(), BEAT_MS);
  }

  /** A worker of this process; its sign is there with the next beat at the latest. */
  add(workerId: string): void {
    this.#ids.add(workerId);
    void this.beat();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#beating;
    await this.#session?.end().catch(() => {});
  }

  /** One at a time: those that a slow database holds up are left out, so that no two looks follow at once. */
  async beat(): Promise<void> {
    this.#beating ??= this.#live()
      .catch(() => this.#leave(this.#session))
      .finally(() => (this.#beating = null));
    await this.#beating;
  }

  async #live(): Promise<void> {
    this.#session ??= await this.#connect();
    for (const id of this.#ids) {
      // A former session may hold it still; then the next beat asks again.
      if (!this.#shown.has(id) && (await ask(this.#session, "pg_try_advisory_lock", id))) this.#shown.add(id);
    }
    await this.#freeTheDead(this.#session);
  }

  async #freeTheDead(session: pg.Client): Promise<void> {
    const { rows } = await session.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker.jobs where locked_by is not null`,
    );
    const missed = new Map<string, number>();
    for (const { id } of rows) {
      if (this.#ids.has(id) || !(await ask(session, "pg_try_advisory_lock", id))) continue;
      const times = (this.#missed.get(id) ?? 0) + 1;
      if (times < LOOKS) missed.set(id, times);
      else await free(session, id);
      await ask(session, "pg_advisory_unlock", id);
    }
    this.#missed = missed;
  }

  async #connect(): Promise<pg.Client> {
    const session = new pg.Client({
      connectionString: env.DATABASE_URL,
      keepAlive: true,
      connectionTimeoutMillis: BEAT_MS,
      query_timeout: BEAT_MS,
      application_name: "millrace-jobs",
    });
    session.on("error", () => void this.#leave(session));
    await session.connect();
    return session;
  }

  /** The next beat begins anew, unless another one has. */
  async #leave(session: pg.Client | null): Promise<void> {
    if (session !== this.#session) return;
    this.#session = null;
    this.#shown.clear();
    this.#missed.clear();
    await session?.end().catch(() => {});
  }
}

async function free(session: pg.Client, id: string): Promise<void> {
  await session.query(`select graphile_worker.force_unlock_workers(array[$1])`, [id]);
  log.warn({ worker: id }, "freed the jobs of a worker that is gone");
}

type Ask = "pg_try_advisory_lock" | "pg_advisory_unlock";

async function ask(session: pg.Client, lock: Ask, id: string): Promise<boolean> {
  const { rows } = await session.query<{ done: boolean }>(`select ${lock}($1, hashtext($2)) as done`, [
    LOCK_SPACE,
    id,
  ]);
  return rows[0]?.done ?? false;
}
